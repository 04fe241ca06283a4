import { addReminder } from '../later/later-actions.ts'
import { noteIn, parseReminder } from '../later/reminder-times.ts'
import { openReminder } from '../shell/dialogs.ts'
import { showProblemToast } from '../shell/error-toasts.ts'
import { showToast } from '../shell/toasts.ts'

/** Runs `/remind me …`. Without a time or a note, the dialog asks for them. */
export async function remindByCommand(argument: string): Promise<void> {
  const found = parseReminder(argument, Date.now())
  if (found === undefined || found.note === '') {
    openReminder({ note: noteIn(argument) })
    return
  }
  const { note, at } = found
  if (!showProblemToast(await addReminder({ note, at: Math.floor(at / 1_000) }))) {
    // The text is no longer in the box.
    openReminder({ note })
    return
  }
  const time = new Date(at).toLocaleString(document.documentElement.lang, {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  showToast('later.willRemind', { values: { time } })
}
