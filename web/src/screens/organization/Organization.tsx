import {
  Bot,
  Building2,
  Code2,
  Download,
  Hash,
  IdCard,
  KeyRound,
  Link,
  type LucideIcon,
  MailPlus,
  Plug,
  ShieldCheck,
  SlidersHorizontal,
  Smile,
  Upload,
  Users,
  UsersRound,
} from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { type OrganizationSection, organizationSections } from '../../navigation/narrow.ts'
import { startResourceSync } from '../../session/resource-sync.ts'
import { useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import { SectionSkeleton } from '../forms/SectionSkeleton.tsx'
import { Sections } from '../forms/Sections.tsx'
import { ReadOnlyNote } from '../forms/Setting.tsx'

const Profile = lazy(() => import('./ProfileSection.tsx').then((one) => ({ default: one.ProfileSection })))
const Permissions = lazy(() => import('./OrgRows.tsx').then((one) => ({ default: one.OrgRows })))
const People = lazy(() => import('./PeopleSection.tsx').then((one) => ({ default: one.PeopleSection })))
const Invitations = lazy(() =>
  import('./InvitationsSection.tsx').then((one) => ({ default: one.InvitationsSection })),
)
const Channels = lazy(() => import('./ChannelsSection.tsx').then((one) => ({ default: one.ChannelsSection })))
const Groups = lazy(() => import('../groups/GroupList.tsx').then((one) => ({ default: one.GroupList })))
const Bots = lazy(() => import('./BotsSection.tsx').then((one) => ({ default: one.BotsSection })))
const Integrations = lazy(() =>
  import('./IntegrationsSection.tsx').then((one) => ({ default: one.IntegrationsSection })),
)
const Emoji = lazy(() => import('./EmojiSection.tsx').then((one) => ({ default: one.EmojiSection })))
const Linkifiers = lazy(() =>
  import('./LinkifiersSection.tsx').then((one) => ({ default: one.LinkifiersSection })),
)
const Playgrounds = lazy(() =>
  import('./PlaygroundsSection.tsx').then((one) => ({ default: one.PlaygroundsSection })),
)
const Fields = lazy(() => import('./FieldsSection.tsx').then((one) => ({ default: one.FieldsSection })))
const Defaults = lazy(() => import('./DefaultsSection.tsx').then((one) => ({ default: one.DefaultsSection })))
const Exports = lazy(() => import('./ExportsSection.tsx').then((one) => ({ default: one.ExportsSection })))
const Import = lazy(() =>
  import('./import/ImportSection.tsx').then((one) => ({ default: one.ImportSection })),
)
const Authentication = lazy(() =>
  import('./AuthenticationSection.tsx').then((one) => ({ default: one.AuthenticationSection })),
)

const icons: Record<OrganizationSection, LucideIcon> = {
  profile: Building2,
  permissions: ShieldCheck,
  people: Users,
  invitations: MailPlus,
  channels: Hash,
  groups: UsersRound,
  bots: Bot,
  integrations: Plug,
  emoji: Smile,
  linkifiers: Link,
  playgrounds: Code2,
  'profile-fields': IdCard,
  defaults: SlidersHorizontal,
  exports: Download,
  import: Upload,
  authentication: KeyRound,
}

/** Pages that everyone can use in part, or that have their own note. They get no read-only note. */
const open: readonly OrganizationSection[] = [
  'people',
  'invitations',
  'groups',
  'bots',
  'integrations',
  'emoji',
  'exports',
  'import',
]

/** Organization settings. Everyone can view them; each setting says who can change it. */
export function Organization({ section }: { section: OrganizationSection }) {
  const text = useText()
  const isAdmin = useOrg((org) => org.is_admin === true)
  const name = useOrg((org) => org.realm_name ?? '')
  useEffect(startResourceSync, [])
  return (
    <Sections
      title={name}
      current={section}
      sections={organizationSections.map((id) => {
        const Icon = icons[id]
        return {
          id,
          label: text(`organization.section.${id}`),
          icon: <Icon size={18} strokeWidth={1.75} aria-hidden="true" />,
          view: { kind: 'organization', section: id },
        }
      })}
    >
      {!isAdmin && !open.includes(section) && <ReadOnlyNote>{text('organization.readOnly')}</ReadOnlyNote>}
      <Suspense fallback={<SectionSkeleton />}>
        <Body section={section} />
      </Suspense>
    </Sections>
  )
}

function Body({ section }: { section: OrganizationSection }) {
  switch (section) {
    case 'profile':
      return <Profile />
    case 'permissions':
      return <Permissions section="permissions" />
    case 'people':
      return <People />
    case 'invitations':
      return <Invitations />
    case 'channels':
      return <Channels />
    case 'groups':
      return <Groups />
    case 'bots':
      return <Bots />
    case 'integrations':
      return <Integrations />
    case 'emoji':
      return <Emoji />
    case 'linkifiers':
      return <Linkifiers />
    case 'playgrounds':
      return <Playgrounds />
    case 'profile-fields':
      return <Fields />
    case 'defaults':
      return <Defaults />
    case 'exports':
      return <Exports />
    case 'import':
      return <Import />
    case 'authentication':
      return <Authentication />
  }
}
