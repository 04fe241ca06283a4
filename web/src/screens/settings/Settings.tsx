import {
  AppWindow,
  Ban,
  Bell,
  Bot,
  Files,
  Highlighter,
  KeyRound,
  type LucideIcon,
  MonitorSmartphone,
  Shield,
  SlidersHorizontal,
  Tags,
  UserRound,
} from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { settingsHelp } from '../../help/section-pages.ts'
import { type SettingsSection, settingsSections } from '../../navigation/narrow.ts'
import { startResourceSync } from '../../session/resource-sync.ts'
import { useText } from '../../texts/texts.tsx'
import { FilterField } from '../forms/FilterField.tsx'
import { SectionSkeleton } from '../forms/SectionSkeleton.tsx'
import { Sections } from '../forms/Sections.tsx'
import { AlertWordsSection } from './AlertWordsSection.tsx'
import { BotsSection } from './BotsSection.tsx'
import { findSettings } from './find-settings.ts'
import { MutedSection } from './MutedSection.tsx'
import { NotificationsSection } from './NotificationsSection.tsx'
import { OwnRows } from './OwnRows.tsx'
import { PreferencesSection } from './PreferencesSection.tsx'
import { ProfileSection } from './ProfileSection.tsx'
import { SecuritySection } from './SecuritySection.tsx'
import { SessionsSection } from './SessionsSection.tsx'
import { SettingsSearchResults } from './SettingsSearchResults.tsx'
import { TopicsSection } from './TopicsSection.tsx'
import { UploadsSection } from './UploadsSection.tsx'

const ConnectedApps = lazy(() =>
  import('./apps/ConnectedAppsSection.tsx').then((one) => ({ default: one.ConnectedAppsSection })),
)

const icons: Record<SettingsSection, LucideIcon> = {
  profile: UserRound,
  preferences: SlidersHorizontal,
  notifications: Bell,
  privacy: Shield,
  security: KeyRound,
  topics: Tags,
  'alert-words': Highlighter,
  muted: Ban,
  uploads: Files,
  bots: Bot,
  apps: AppWindow,
  sessions: MonitorSmartphone,
}

/** Personal settings. */
export function Settings({ section }: { section: SettingsSection }) {
  const text = useText()
  const [query, setQuery] = useState('')
  useEffect(startResourceSync, [])
  // Opening a section ends the search.
  useEffect(() => setQuery(''), [section])
  const found = query.trim() === '' ? undefined : findSettings(query, text)
  return (
    <Sections
      title={text('settings.title')}
      current={section}
      heading={
        found === undefined
          ? undefined
          : text('settings.found', { count: found.rows.length + found.extras.length })
      }
      sections={settingsSections.map((id) => {
        const Icon = icons[id]
        return {
          id,
          label: text(`settings.section.${id}`),
          icon: <Icon size={18} strokeWidth={1.75} aria-hidden="true" />,
          view: { kind: 'settings', section: id },
          help: settingsHelp[id],
        }
      })}
      tools={<FilterField label={text('settings.search')} value={query} onChange={setQuery} />}
    >
      {found === undefined ? <Body section={section} /> : <SettingsSearchResults {...found} />}
    </Sections>
  )
}

function Body({ section }: { section: SettingsSection }) {
  switch (section) {
    case 'profile':
      return <ProfileSection />
    case 'preferences':
      return <PreferencesSection />
    case 'notifications':
      return <NotificationsSection />
    case 'privacy':
      return <OwnRows section="privacy" />
    case 'security':
      return <SecuritySection />
    case 'topics':
      return <TopicsSection />
    case 'alert-words':
      return <AlertWordsSection />
    case 'muted':
      return <MutedSection />
    case 'uploads':
      return <UploadsSection />
    case 'bots':
      return <BotsSection />
    case 'apps':
      return (
        <Suspense fallback={<SectionSkeleton />}>
          <ConnectedApps />
        </Suspense>
      )
    case 'sessions':
      return <SessionsSection />
  }
}
