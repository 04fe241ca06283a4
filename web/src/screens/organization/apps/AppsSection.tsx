import { AppWindow } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Confirm } from '../../../components/Confirm.tsx'
import { useOrg } from '../../../session/session.ts'
import { type AppObject, deleteApp, replaceAppSecret, useApps } from '../../../settings/apps.ts'
import { showProblemToast } from '../../../shell/error-toasts.ts'
import { useText } from '../../../texts/texts.tsx'
import { CopyField } from '../../forms/CopyField.tsx'
import lists from '../../forms/Lists.module.css'
import { Loaded } from '../../forms/Loaded.tsx'
import { ReadOnlyNote, SettingGroup } from '../../forms/Setting.tsx'
import { OrgRows } from '../OrgRows.tsx'
import { AllTokens } from './AllTokens.tsx'
import { AppDialog, type NewCredentials } from './AppDialog.tsx'

/** Apps that people can connect, and the tokens of everyone. For administrators. */
export function AppsSection() {
  const text = useText()
  const isAdmin = useOrg((org) => org.is_admin === true)
  if (!isAdmin) return <ReadOnlyNote>{text('apps.denied')}</ReadOnlyNote>
  return (
    <>
      <SettingGroup note={text('apps.about')}>
        <AppList />
      </SettingGroup>
      <OrgRows section="apps" />
      <SettingGroup title={text('apps.tokens')} note={text('apps.tokens.effect')}>
        <AllTokens />
      </SettingGroup>
    </>
  )
}

type Open = { kind: 'edit' | 'replace' | 'delete'; app: AppObject } | { kind: 'add' }

function AppList() {
  const text = useText()
  const listed = useApps()
  const [open, setOpen] = useState<Open>()
  const [shown, setShown] = useState<NewCredentials>()
  const close = () => setOpen(undefined)
  const replace = async (app: AppObject) => {
    const { reply, problem } = await replaceAppSecret(app.app_id)
    if (showProblemToast(problem) && reply !== undefined)
      setShown({ clientId: app.client_id, secret: reply.client_secret })
  }
  return (
    <>
      {shown !== undefined && <Credentials {...shown} onDone={() => setShown(undefined)} />}
      <Loaded resource={listed}>
        {({ apps }) => (
          <ul className={lists.list}>
            {apps.map((app) => (
              <AppRow key={app.app_id} app={app} onOpen={(kind) => setOpen({ kind, app })} />
            ))}
          </ul>
        )}
      </Loaded>
      <div className={lists.buttons}>
        <Button onClick={() => setOpen({ kind: 'add' })}>{text('apps.add')}</Button>
      </div>
      {(open?.kind === 'add' || open?.kind === 'edit') && (
        <AppDialog
          app={open.kind === 'edit' ? open.app : undefined}
          onRegistered={setShown}
          onClose={close}
        />
      )}
      {open?.kind === 'replace' && (
        <Confirm
          title={text('apps.replace')}
          body={text('apps.replace.body', { name: open.app.name })}
          action={text('apps.replace')}
          onConfirm={() => void replace(open.app)}
          onClose={close}
        />
      )}
      {open?.kind === 'delete' && (
        <Confirm
          title={text('apps.delete')}
          body={text('apps.delete.body', { name: open.app.name, count: open.app.people })}
          action={text('apps.delete')}
          onConfirm={async () => showProblemToast(await deleteApp(open.app.app_id))}
          onClose={close}
        />
      )}
    </>
  )
}

function Credentials({ clientId, secret, onDone }: NewCredentials & { onDone: () => void }) {
  const text = useText()
  return (
    <section className={lists.card} aria-label={text('apps.credentials')}>
      <CopyField label={text('apps.clientId')} value={clientId} />
      {secret !== null && (
        <CopyField label={text('apps.secret')} hint={text('settings.tokens.once')} value={secret} />
      )}
      <Button onClick={onDone}>{text('common.done')}</Button>
    </section>
  )
}

function AppRow({ app, onOpen }: { app: AppObject; onOpen: (kind: 'edit' | 'replace' | 'delete') => void }) {
  const text = useText()
  return (
    <li className={lists.row}>
      <AppWindow size={20} aria-hidden="true" />
      <span className={lists.main}>
        <span className={lists.name} dir="auto">
          {app.name}
        </span>
        {app.registered_itself && <span className={lists.chip}>{text('apps.unverified')}</span>}
        <div className={lists.soft}>
          {text('apps.people', { count: app.people })} ·{' '}
          {text(app.is_confidential ? 'apps.confidential' : 'apps.public')} ·{' '}
          <code translate="no">{app.client_id}</code>
        </div>
        <div className={lists.soft}>{app.scopes.join(', ')}</div>
      </span>
      <span className={lists.actions}>
        <Button size="small" onClick={() => onOpen('edit')}>
          {text('apps.edit')}
        </Button>
        {app.is_confidential && (
          <Button size="small" onClick={() => onOpen('replace')}>
            {text('apps.replace')}
          </Button>
        )}
        <Button size="small" onClick={() => onOpen('delete')}>
          {text('apps.delete')}
        </Button>
      </span>
    </li>
  )
}
