import { lazy } from 'react'
import type { OrganizationSection } from '../../navigation/narrow.ts'

const Profile = lazy(() => import('./ProfileSection.tsx').then((one) => ({ default: one.ProfileSection })))
const Permissions = lazy(() => import('./OrgRows.tsx').then((one) => ({ default: one.OrgRows })))
const People = lazy(() => import('./PeopleSection.tsx').then((one) => ({ default: one.PeopleSection })))
const Invitations = lazy(() =>
  import('./InvitationsSection.tsx').then((one) => ({ default: one.InvitationsSection })),
)
const Channels = lazy(() => import('./ChannelsSection.tsx').then((one) => ({ default: one.ChannelsSection })))
const Groups = lazy(() => import('../groups/GroupList.tsx').then((one) => ({ default: one.GroupList })))
const Bots = lazy(() => import('./BotsSection.tsx').then((one) => ({ default: one.BotsSection })))
const Apps = lazy(() => import('./apps/AppsSection.tsx').then((one) => ({ default: one.AppsSection })))
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
const SignInPolicy = lazy(() =>
  import('./policies/SignInPolicySection.tsx').then((one) => ({ default: one.SignInPolicySection })),
)
const Moderation = lazy(() =>
  import('./moderation/ModerationSection.tsx').then((one) => ({ default: one.ModerationSection })),
)
const LegalHold = lazy(() =>
  import('./policies/LegalHoldSection.tsx').then((one) => ({ default: one.LegalHoldSection })),
)
const Assistants = lazy(() =>
  import('./assistants/AssistantsSection.tsx').then((one) => ({ default: one.AssistantsSection })),
)
const Provisioning = lazy(() =>
  import('./provisioning/ProvisioningSection.tsx').then((one) => ({ default: one.ProvisioningSection })),
)
const Audit = lazy(() => import('./audit/AuditSection.tsx').then((one) => ({ default: one.AuditSection })))
const Statistics = lazy(() =>
  import('./statistics/StatisticsSection.tsx').then((one) => ({ default: one.StatisticsSection })),
)
const Server = lazy(() =>
  import('./server/ServerSection.tsx').then((one) => ({ default: one.ServerSection })),
)

/** The contents of a section, each loaded when it is opened. */
export function OrganizationBody({ section }: { section: OrganizationSection }) {
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
    case 'apps':
      return <Apps />
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
    case 'sign-in-policy':
      return <SignInPolicy />
    case 'moderation':
      return <Moderation />
    case 'legal-hold':
      return <LegalHold />
    case 'assistants':
      return <Assistants />
    case 'provisioning':
      return <Provisioning />
    case 'audit':
      return <Audit />
    case 'statistics':
      return <Statistics />
    case 'server':
      return <Server />
  }
}
