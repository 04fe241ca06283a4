import { changeSetting } from '../state/actions/settings.ts'
import { requestFocus } from '../state/compose.ts'

/** Chooses which key sends, and goes on writing. */
export function setEnterSends(enterSends: boolean): void {
  void changeSetting('enter_sends', enterSends)
  requestFocus('text')
}
