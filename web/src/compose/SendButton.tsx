import {
  CalendarClock,
  ChevronUp,
  CornerDownLeft,
  FilePlus2,
  FileText,
  SendHorizontal,
  Trash2,
} from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Button, IconButton } from '../components/Button.tsx'
import { Menu, MenuCheck, MenuItem, MenuLabel, MenuLine } from '../components/Menu.tsx'
import { Tooltip } from '../components/Tooltip.tsx'
import { scheduleSend } from '../state/actions/send.ts'
import { changeSetting } from '../state/actions/settings.ts'
import { discardText, startAnother, useCompose } from '../state/compose.ts'
import { schedulePresets } from '../state/schedule-times.ts'
import { useOrg } from '../state/session.ts'
import { ownStorage } from '../state/shared-computer.ts'
import { isTouch } from '../state/touch.ts'
import { useLocale, useText } from '../texts/texts.tsx'
import { momentLabel } from './moment-label.ts'
import styles from './SendButton.module.css'
import type { Sending } from './use-sending.ts'

const ScheduleDialog = lazy(() =>
  import('./ScheduleDialog.tsx').then((one) => ({ default: one.ScheduleDialog })),
)
const Snippets = lazy(() => import('./Snippets.tsx').then((one) => ({ default: one.Snippets })))

/** Sends now; its menu sends later, and knows the rule of the key. */
export function SendButton({ sending, onInsert }: { sending: Sending; onInsert: (text: string) => void }) {
  const text = useText()
  const locale = useLocale()
  const dialog = useCompose((state) => state.dialog)
  const close = () => useCompose.setState({ dialog: undefined })
  const hasText = useCompose((state) => state.text.trim() !== '')
  const enterSends = useOrg((org) => org.user_settings?.enter_sends === true)
  const { denied, send } = sending
  const last = Number(ownStorage().getItem('schedule.last') ?? 0)
  const schedule = (at: number) => void scheduleSend(Math.floor(at / 1_000))
  return (
    <div className={styles.send}>
      {!isTouch() && (
        <Tooltip text={text(enterSends ? 'compose.enterSends' : 'compose.ctrlEnterSends')}>
          <button
            type="button"
            className={styles.rule}
            onClick={() => void changeSetting('enter_sends', !enterSends)}
          >
            {enterSends ? '↵' : 'Ctrl ↵'}
          </button>
        </Tooltip>
      )}
      <Button
        kind="primary"
        size="small"
        className={styles.button}
        denied={denied}
        aria-label={text('compose.send')}
        onClick={send}
      >
        <SendHorizontal size={18} aria-hidden="true" className={styles.icon} />
        <span className={styles.word}>{text('compose.send')}</span>
      </Button>
      <Menu
        side="top"
        label={text('compose.sendMenu')}
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
        <MenuLabel>{text('compose.sendLater')}</MenuLabel>
        {schedulePresets(Date.now()).map(({ kind, at }) => (
          <MenuItem
            key={kind}
            icon={<CalendarClock size={16} />}
            denied={denied}
            onSelect={() => schedule(at)}
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
            onSelect={() => schedule(last * 1_000)}
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
        <MenuLine />
        <MenuItem
          icon={<FileText size={16} />}
          keys="Ctrl+'"
          onSelect={() => useCompose.setState({ dialog: 'snippets' })}
        >
          {text('compose.snippets')}
        </MenuItem>
        <MenuItem
          icon={<FilePlus2 size={16} />}
          denied={hasText ? undefined : text('compose.needs.text')}
          onSelect={startAnother}
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
        {!isTouch() && (
          <>
            <MenuLine />
            <MenuLabel>
              <CornerDownLeft size={12} aria-hidden="true" /> {text('compose.keyRule')}
            </MenuLabel>
            <MenuCheck checked={enterSends} onSelect={() => void changeSetting('enter_sends', true)}>
              {text('compose.enterSends')}
            </MenuCheck>
            <MenuCheck checked={!enterSends} onSelect={() => void changeSetting('enter_sends', false)}>
              {text('compose.ctrlEnterSends')}
            </MenuCheck>
          </>
        )}
      </Menu>
      <Suspense fallback={null}>
        {dialog === 'schedule' && <ScheduleDialog onPick={schedule} onClose={close} />}
        {dialog === 'snippets' && <Snippets onInsert={onInsert} onClose={close} />}
      </Suspense>
    </div>
  )
}
