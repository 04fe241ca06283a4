import type { RealmImport } from '@loquat/contract'
import { Button } from '../../../components/Button.tsx'
import { useOrg } from '../../../session/session.ts'
import { deleteImport } from '../../../settings/imports.ts'
import { showProblemToast } from '../../../shell/error-toasts.ts'
import { useText } from '../../../texts/texts.tsx'
import { CopyField } from '../../forms/CopyField.tsx'
import lists from '../../forms/Lists.module.css'
import { SettingGroup } from '../../forms/Setting.tsx'
import styles from './Import.module.css'
import { ReportTable } from './ReportTable.tsx'

/** A finished import: the new organization, how people get in, and the report. */
export function ImportDone({ found }: { found: RealmImport }) {
  const text = useText()
  const sendsEmail = useOrg((org) => org.server_sends_email !== false)
  const { report } = found
  const organization = report?.organization
  return (
    <>
      <SettingGroup title={text('import.done', { name: organization?.name ?? found.file_name })}>
        {organization !== undefined && (
          <p className={styles.success} role="status">
            {text('import.done.effect')}{' '}
            <a className={lists.plainLink} href={organization.url} target="_blank" rel="noreferrer">
              {organization.url}
            </a>
          </p>
        )}
        <p>{text(sendsEmail ? 'import.done.others' : 'import.done.othersWithoutEmail')}</p>
        {organization !== undefined && sendsEmail && (
          <CopyField
            label={text('import.done.invite')}
            hint={text('import.done.invite.hint')}
            value={`npm run admin -- user invite --all --organization ${organization.subdomain}`}
          />
        )}
      </SettingGroup>
      {report !== null && <ReportTable report={report} />}
      <div className={lists.buttons}>
        <Button onClick={async () => showProblemToast(await deleteImport(found.id))}>
          {text('import.done.close')}
        </Button>
      </div>
    </>
  )
}
