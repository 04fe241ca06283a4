import { changeSetting } from '../settings/settings-actions.ts'
import { requestFocus } from './compose.ts'

/** Chooses which key sends, and goes on writing. */
export function setEnterSends(enterSends: boolean): void {
  void changeSetting('enter_sends', enterSends)
  requestFocus('text')
}
