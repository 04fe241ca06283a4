import { GroupList } from '../groups/GroupList.tsx'

/** The same list as under groups: there is one place to change them. */
export const GroupsSection = () => <GroupList />
