import {
  AppWindow,
  Bot,
  Building2,
  ChartColumn,
  Code2,
  Download,
  Flag,
  Hash,
  IdCard,
  KeyRound,
  Link,
  LockKeyhole,
  type LucideIcon,
  MailPlus,
  Plug,
  Scale,
  ScrollText,
  Server,
  ShieldCheck,
  SlidersHorizontal,
  Smile,
  Sparkles,
  Upload,
  UserCog,
  Users,
  UsersRound,
} from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { organizationHelp } from '../../help/section-pages.ts'
import { type OrganizationSection, organizationSections } from '../../navigation/narrow.ts'
import { startResourceSync } from '../../session/resource-sync.ts'
import { useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import { FilterField } from '../forms/FilterField.tsx'
import { SectionSkeleton } from '../forms/SectionSkeleton.tsx'
import { Sections } from '../forms/Sections.tsx'
import { ReadOnlyNote } from '../forms/Setting.tsx'
import { findOrgSettings } from './find-org-settings.ts'
import { OrganizationBody } from './OrganizationBody.tsx'
import { OrgSearchResults } from './OrgSearchResults.tsx'

const icons: Record<OrganizationSection, LucideIcon> = {
  profile: Building2,
  permissions: ShieldCheck,
  people: Users,
  invitations: MailPlus,
  channels: Hash,
  groups: UsersRound,
  bots: Bot,
  apps: AppWindow,
  integrations: Plug,
  emoji: Smile,
  linkifiers: Link,
  playgrounds: Code2,
  'profile-fields': IdCard,
  defaults: SlidersHorizontal,
  exports: Download,
  import: Upload,
  authentication: KeyRound,
  'sign-in-policy': LockKeyhole,
  moderation: Flag,
  'legal-hold': Scale,
  assistants: Sparkles,
  provisioning: UserCog,
  audit: ScrollText,
  statistics: ChartColumn,
  server: Server,
}

/** Pages that everyone can use in part, or that have their own note. They get no read-only note. */
const open: readonly OrganizationSection[] = [
  'people',
  'invitations',
  'groups',
  'bots',
  'apps',
  'integrations',
  'emoji',
  'exports',
  'import',
  'sign-in-policy',
  'moderation',
  'legal-hold',
  'assistants',
  'provisioning',
  'audit',
  'statistics',
  'server',
]

/** Organization settings. Everyone can view them; each setting says who can change it. */
export function Organization({ section }: { section: OrganizationSection }) {
  const text = useText()
  const isAdmin = useOrg((org) => org.is_admin === true)
  const name = useOrg((org) => org.realm_name ?? '')
  const [query, setQuery] = useState('')
  useEffect(startResourceSync, [])
  // Opening a section ends the search.
  useEffect(() => setQuery(''), [section])
  const found = query.trim() === '' ? undefined : findOrgSettings(query, text)
  return (
    <Sections
      title={name}
      current={section}
      heading={found && text('settings.found', { count: found.rows.length + found.pages.length })}
      sections={organizationSections.map((id) => {
        const Icon = icons[id]
        return {
          id,
          label: text(`organization.section.${id}`),
          icon: <Icon size={18} strokeWidth={1.75} aria-hidden="true" />,
          view: { kind: 'organization', section: id },
          help: organizationHelp[id],
        }
      })}
      tools={<FilterField label={text('settings.search')} value={query} onChange={setQuery} />}
    >
      {!isAdmin && !open.includes(section) && <ReadOnlyNote>{text('organization.readOnly')}</ReadOnlyNote>}
      {found !== undefined ? (
        <OrgSearchResults {...found} />
      ) : (
        <Suspense fallback={<SectionSkeleton />}>
          <OrganizationBody section={section} />
        </Suspense>
      )}
    </Sections>
  )
}
