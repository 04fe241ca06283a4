import { changeSetting } from '../settings/settings-actions.ts'
import { requestFocus } from './compose.ts'

/** Changes the send key, and returns the focus to the text. */
export function setEnterSends(enterSends: boolean): void {
  void changeSetting('enter_sends', enterSends)
  requestFocus('text')
}
