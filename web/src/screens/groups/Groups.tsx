import { Dialog } from '../../components/Dialog.tsx'
import type { View } from '../../navigation/narrow.ts'
import { leaveDialog } from '../../navigation/router.ts'
import { useText } from '../../texts/texts.tsx'
import { GroupList } from './GroupList.tsx'
import { GroupSettings } from './GroupSettings.tsx'
import { NewGroup } from './NewGroup.tsx'

/** User groups: all of them, a new one, or one of them. */
export function Groups({ view }: { view: View & { kind: 'groups' | 'group-new' | 'group-settings' } }) {
  const text = useText()
  if (view.kind === 'group-settings') return <GroupSettings groupId={view.groupId} tab={view.tab} />
  if (view.kind === 'group-new') return <NewGroup />
  return (
    <Dialog title={text('groups.title')} size="large" onClose={leaveDialog}>
      <GroupList />
    </Dialog>
  )
}
