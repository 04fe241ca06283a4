import { isModerator } from '../../../moderation/moderators.ts'
import { useOrg } from '../../../session/session.ts'
import { useText } from '../../../texts/texts.tsx'
import { ReadOnlyNote } from '../../forms/Setting.tsx'
import { OrgRows } from '../OrgRows.tsx'
import { BulkDeletions } from './BulkDeletions.tsx'
import { Reports } from './Reports.tsx'

/** Reports for moderators, and the settings about them for administrators. */
export function ModerationSection() {
  const text = useText()
  const mayModerate = useOrg(isModerator)
  const isAdmin = useOrg((org) => org.is_admin === true)
  return (
    <>
      {mayModerate ? <Reports /> : <ReadOnlyNote>{text('moderation.denied')}</ReadOnlyNote>}
      {isAdmin && <BulkDeletions />}
      <OrgRows section="moderation" />
    </>
  )
}
