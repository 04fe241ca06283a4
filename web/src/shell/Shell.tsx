import { lazy, Suspense, useEffect } from 'react'
import { closeBranch, useOpenBranch } from '../branches/branch.ts'
import { CallSlot } from '../calls/CallSlot.tsx'
import { ScreenSkeleton } from '../components/ScreenSkeleton.tsx'
import { Announcer } from '../feed/Announcer.tsx'
import { isFeed } from '../navigation/narrow.ts'
import { useBackCloses } from '../navigation/overlay-history.ts'
import { leaveDialog, useRouter } from '../navigation/router.ts'
import { useIsMember } from '../session/member.ts'
import { useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import { DialogBoundary, QuietBoundary, RegionBoundary } from './Boundaries.tsx'
import { BrowserTab } from './BrowserTab.tsx'
import { ComposeOverlay } from './ComposeOverlay.tsx'
import { ConnectionBar } from './ConnectionBar.tsx'
import { FactorBar } from './FactorBar.tsx'
import { ImportedBar } from './ImportedBar.tsx'
import { KeyboardOverlays } from './KeyboardOverlays.tsx'
import { LogOutConfirmation } from './LogOutConfirmation.tsx'
import { closeAsides, closeDrawer, isBelowDesktop, toggleRight, useLayout } from './layout.ts'
import { Overlays } from './Overlays.tsx'
import { PeopleSidebar } from './PeopleSidebar.tsx'
import { PreviewBar } from './PreviewBar.tsx'
import { SessionEnd } from './SessionEnd.tsx'
import styles from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'
import { TabBar } from './TabBar.tsx'
import { TimezoneBar } from './TimezoneBar.tsx'
import { TransientOverlays } from './TransientOverlays.tsx'
import { ViewBody } from './ViewBody.tsx'

const BranchPanel = lazy(() =>
  import('../screens/branch/BranchPanel.tsx').then((one) => ({ default: one.BranchPanel })),
)

/** Closes what covers the center. */
function leaveAsides(): void {
  closeAsides()
  if (isBelowDesktop()) closeBranch()
}

/** The three regions of the app, which scroll separately. */
export function Shell() {
  const text = useText()
  const { view, behind } = useRouter()
  const { isLeftOpen, isRightOpen } = useLayout()
  const isMember = useIsMember()
  const hasPeopleLeft = useOrg((org) => org.user_settings?.left_side_userlist === true)
  // Spectators see a login hint instead of a dialog.
  const shown = isMember ? (behind ?? view) : view
  // On small screens the sidebars cover the center and close on navigation.
  const branch = useOpenBranch()
  const hasRight = (isRightOpen || branch !== undefined) && isMember
  const isRightOver = hasRight && isBelowDesktop()
  useBackCloses(closeDrawer, isLeftOpen === 'drawer')
  useBackCloses(branch === undefined ? toggleRight : closeBranch, isRightOver)
  useEffect(leaveAsides, [view])
  return (
    <div
      className={styles.shell}
      data-left={isLeftOpen}
      data-right={hasRight}
      data-branch={branch !== undefined || undefined}
      data-people={hasPeopleLeft && branch === undefined ? 'left' : 'right'}
      data-view={shown.kind}
    >
      <a className={styles.skip} href="#feed">
        {text('shell.skipToMessages')}
      </a>
      <nav className={styles.left} aria-label={text('shell.navigation')} data-region="left">
        <RegionBoundary part="sidebar">
          <Sidebar />
        </RegionBoundary>
      </nav>
      <main className={styles.center} data-region="center" id="feed">
        <QuietBoundary>
          <ConnectionBar />
          <PreviewBar />
          {isMember && <FactorBar />}
          {isMember && <ImportedBar />}
          {isMember && <TimezoneBar />}
        </QuietBoundary>
        <RegionBoundary part={shown.kind} resetKey={shown}>
          <Suspense fallback={<ScreenSkeleton />}>
            <ViewBody view={shown} />
          </Suspense>
        </RegionBoundary>
        {isMember && !isFeed(shown) && <ComposeOverlay />}
      </main>
      {(isLeftOpen === 'drawer' || isRightOver) && (
        <div className={styles.backdrop} onPointerDown={leaveAsides} aria-hidden="true" />
      )}
      <aside
        className={styles.right}
        aria-label={text(branch === undefined ? 'shell.people' : 'branch.title')}
        data-region="right"
      >
        {branch !== undefined && isMember && (
          <RegionBoundary part="branch" resetKey={branch.messageId}>
            <Suspense fallback={null}>
              <BranchPanel key={branch.messageId} branch={branch} />
            </Suspense>
          </RegionBoundary>
        )}
        {branch === undefined && isRightOpen && isMember && (
          <RegionBoundary part="people" resetKey={shown}>
            <PeopleSidebar view={shown} />
          </RegionBoundary>
        )}
      </aside>
      <RegionBoundary part="tabs">
        <TabBar />
      </RegionBoundary>
      <DialogBoundary part={view.kind} resetKey={view} onClose={leaveDialog}>
        <Overlays view={view} isOverlay={isMember && behind !== undefined} />
      </DialogBoundary>
      <KeyboardOverlays />
      <TransientOverlays />
      {isMember && <CallSlot />}
      <SessionEnd />
      <QuietBoundary resetKey={shown}>
        <BrowserTab view={shown} />
        <Announcer />
      </QuietBoundary>
      <LogOutConfirmation />
    </div>
  )
}
