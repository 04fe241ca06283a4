import { addReminder, showReminderToast } from '../later/later-actions.ts'
import { noteIn, parseReminder } from '../later/reminder-times.ts'
import { openReminder } from '../shell/dialogs.ts'
import { showProblemToast } from '../shell/error-toasts.ts'

/** Runs `/remind me …`. Without a time or a note, the dialog asks for them. */
export async function remindByCommand(argument: string): Promise<void> {
  const found = parseReminder(argument, Date.now())
  if (found === undefined || found.note === '') {
    openReminder(found ?? { note: noteIn(argument) })
    return
  }
  const { note, at } = found
  if (!showProblemToast(await addReminder({ note, at: Math.floor(at / 1_000) }))) {
    // The text is no longer in the box.
    openReminder({ note, at })
    return
  }
  showReminderToast(at)
}
