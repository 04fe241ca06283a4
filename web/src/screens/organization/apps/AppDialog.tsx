import { maxAppDescriptionLength, maxAppNameLength } from '@loquat/contract/light'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { SwitchField, TextArea, TextField } from '../../../components/Field.tsx'
import { type AppObject, registerApp, updateApp } from '../../../settings/apps.ts'
import { useText } from '../../../texts/texts.tsx'
import { ScopeFields, scopesOf, verbsOfScopes } from '../../forms/ScopeFields.tsx'
import { useSaving } from '../../forms/saving.ts'

export interface NewCredentials {
  clientId: string
  /** Null for public apps. */
  secret: string | null
}

interface Props {
  /** Undefined for a new one. */
  app: AppObject | undefined
  onRegistered: (credentials: NewCredentials) => void
  onClose: () => void
}

/** Registers or changes an app. */
export function AppDialog({ app, onRegistered, onClose }: Props) {
  const text = useText()
  const [name, setName] = useState(app?.name ?? '')
  const [description, setDescription] = useState(app?.description ?? '')
  const [homepageUrl, setHomepage] = useState(app?.homepage_url ?? '')
  const [logoUrl, setLogo] = useState(app?.logo_url ?? '')
  const [uris, setUris] = useState(app?.redirect_uris.join('\n') ?? '')
  const [verbs, setVerbs] = useState(verbsOfScopes(app?.scopes ?? ['messages:read']))
  const [isConfidential, setConfidential] = useState(false)
  const scopes = scopesOf(verbs)
  const redirectUris = uris.split(/\s+/).filter((one) => one !== '')
  const { phase, problem, run } = useSaving(async () => {
    const draft = { name, description, homepageUrl, logoUrl, redirectUris, scopes }
    if (app !== undefined) return await updateApp(app.app_id, draft)
    const { reply, problem } = await registerApp(draft, isConfidential)
    if (reply !== undefined) onRegistered({ clientId: reply.client_id, secret: reply.client_secret })
    return problem
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await run(undefined)) onClose()
  }
  const title = text(app === undefined ? 'apps.add' : 'apps.edit')
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        <TextField
          label={text('apps.name')}
          autoFocus
          required
          maxLength={maxAppNameLength}
          value={name}
          problem={problem}
          onChange={({ target }) => setName(target.value)}
        />
        <TextField
          label={text('apps.description')}
          maxLength={maxAppDescriptionLength}
          value={description}
          onChange={({ target }) => setDescription(target.value)}
        />
        <TextField
          label={text('apps.homepage')}
          type="url"
          placeholder="https://"
          dir="ltr"
          value={homepageUrl}
          onChange={({ target }) => setHomepage(target.value)}
        />
        <TextField
          label={text('apps.logo')}
          type="url"
          placeholder="https://"
          dir="ltr"
          value={logoUrl}
          onChange={({ target }) => setLogo(target.value)}
        />
        <TextArea
          label={text('apps.redirectUris')}
          hint={text('apps.redirectUris.hint')}
          required
          dir="ltr"
          value={uris}
          onChange={({ target }) => setUris(target.value)}
        />
        {app === undefined && (
          <SwitchField
            label={text('apps.confidential')}
            hint={text('apps.confidential.hint')}
            checked={isConfidential}
            onChange={setConfidential}
          />
        )}
        <p>{text('apps.scopes')}</p>
        <ScopeFields verbs={verbs} onChange={setVerbs} />
        <Button
          type="submit"
          kind="primary"
          busy={phase === 'saving'}
          disabled={name.trim() === '' || redirectUris.length === 0 || scopes.length === 0}
        >
          {text(app === undefined ? 'apps.register' : 'common.save')}
        </Button>
      </form>
    </Dialog>
  )
}
