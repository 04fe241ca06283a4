import { useOrg } from '../../../session/session.ts'
import { useText } from '../../../texts/texts.tsx'
import { CopyField } from '../../forms/CopyField.tsx'
import { ReadOnlyNote, SettingGroup } from '../../forms/Setting.tsx'
import { OrgRows } from '../OrgRows.tsx'
import { SummaryServiceForm } from './SummaryServiceForm.tsx'

/** Summaries and assistants, for owners. */
export function AssistantsSection() {
  const text = useText()
  const isOwner = useOrg((org) => org.is_owner === true)
  const url = useOrg((org) => org.realm_url ?? '')
  if (!isOwner) return <ReadOnlyNote>{text('assistants.denied')}</ReadOnlyNote>
  return (
    <>
      <OrgRows section="assistants" groups={['summaries']} />
      <SettingGroup title={text('assistants.service')} note={text('assistants.service.effect')}>
        <SummaryServiceForm />
      </SettingGroup>
      <OrgRows section="assistants" groups={['assistants']} />
      <CopyField label={text('assistants.url')} hint={text('assistants.url.hint')} value={`${url}/mcp`} />
    </>
  )
}
