import { ChevronUp, CornerDownLeft, FilePlus2, FileText, Trash2 } from 'lucide-react'
import { IconButton } from '../components/Button.tsx'
import { Menu, MenuCheck, MenuItem, MenuLabel, MenuLine } from '../components/Menu.tsx'
import { isTouch } from '../lib/touch.ts'
import { useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import { discardText, openSnippets, startNewDraft, useCompose } from './compose.ts'
import { composeField } from './compose-field.ts'
import { setEnterSends } from './enter-sends.ts'
import { ScheduleItems } from './ScheduleItems.tsx'
import styles from './SendButton.module.css'

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
