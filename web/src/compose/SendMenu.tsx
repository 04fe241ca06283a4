import { CalendarClock, ChevronUp, CornerDownLeft, FilePlus2, FileText, Trash2 } from 'lucide-react'
import { IconButton } from '../components/Button.tsx'
import { Menu, MenuCheck, MenuItem, MenuLabel, MenuLine } from '../components/Menu.tsx'
import { ownStorage } from '../device/shared-computer.ts'
import { isTouch } from '../lib/touch.ts'
import { useOrg } from '../session/session.ts'
import { useLocale, useText } from '../texts/texts.tsx'
import { discardText, openSnippets, startNewDraft, useCompose } from './compose.ts'
import { composeField } from './compose-field.ts'
import { setEnterSends } from './enter-sends.ts'
import { momentLabel } from './moment-label.ts'
import styles from './SendButton.module.css'
import { schedulePresets } from './schedule-times.ts'

interface Props {
  denied: string | undefined
  /** In milliseconds. */
  onSchedule: (at: number) => void
}

/** Scheduling, snippets, drafts, and the choice of the send key. */
export function SendMenu({ denied, onSchedule }: Props) {
  const text = useText()
  const hasText = useCompose((state) => state.text.trim() !== '')
  return (
    <Menu
      side="top"
      label={text('compose.sendMenu')}
      focusAfter={composeField}
      trigger={
        <IconButton
          kind="primary"
          size="small"
          className={styles.more}
          label={text('compose.sendMenu')}
          icon={<ChevronUp size={16} />}
        />
      }
    >
      <ScheduleItems denied={denied} onSchedule={onSchedule} />
      <MenuLine />
      <MenuItem icon={<FileText size={16} />} keys="Ctrl+'" onSelect={openSnippets}>
        {text('compose.snippets')}
      </MenuItem>
      <MenuItem
        icon={<FilePlus2 size={16} />}
        denied={hasText ? undefined : text('compose.needs.text')}
        onSelect={startNewDraft}
      >
        {text('compose.another')}
      </MenuItem>
      <MenuItem
        icon={<Trash2 size={16} />}
        denied={hasText ? undefined : text('compose.needs.text')}
        onSelect={discardText}
      >
        {text('compose.discard')}
      </MenuItem>
      {!isTouch() && <KeyRuleItems />}
    </Menu>
  )
}

function ScheduleItems({ denied, onSchedule }: Props) {
  const text = useText()
  const locale = useLocale()
  const last = Number(ownStorage().getItem('schedule.last') ?? 0)
  return (
    <>
      <MenuLabel>{text('compose.sendLater')}</MenuLabel>
      {schedulePresets(Date.now()).map(({ kind, at }) => (
        <MenuItem
          key={kind}
          icon={<CalendarClock size={16} />}
          denied={denied}
          onSelect={() => onSchedule(at)}
        >
          <span className={styles.preset}>
            {text(`compose.schedule.${kind}`)}
            <small>{momentLabel(at, locale)}</small>
          </span>
        </MenuItem>
      ))}
      {last * 1_000 > Date.now() + 60_000 && (
        <MenuItem
          icon={<CalendarClock size={16} />}
          denied={denied}
          onSelect={() => onSchedule(last * 1_000)}
        >
          <span className={styles.preset}>
            {text('compose.schedule.last')}
            <small>{momentLabel(last * 1_000, locale)}</small>
          </span>
        </MenuItem>
      )}
      <MenuItem
        icon={<CalendarClock size={16} />}
        denied={denied}
        onSelect={() => useCompose.setState({ dialog: 'schedule' })}
      >
        {text('compose.schedule.pick')}
      </MenuItem>
    </>
  )
}

function KeyRuleItems() {
  const text = useText()
  const enterSends = useOrg((org) => org.user_settings?.enter_sends === true)
  return (
    <>
      <MenuLine />
      <MenuLabel>
        <CornerDownLeft size={12} aria-hidden="true" /> {text('compose.keyRule')}
      </MenuLabel>
      <MenuCheck checked={enterSends} onSelect={() => setEnterSends(true)}>
        {text('compose.enterSends')}
      </MenuCheck>
      <MenuCheck checked={!enterSends} onSelect={() => setEnterSends(false)}>
        {text('compose.ctrlEnterSends')}
      </MenuCheck>
    </>
  )
}
