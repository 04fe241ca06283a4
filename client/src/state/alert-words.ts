import type { BodyOf, InitialState } from '@loquat/contract'
import { patch } from './people.ts'

export function withAlertWords(state: InitialState, { alert_words }: BodyOf<'alert_words'>): InitialState {
  return patch(state, { alert_words: state.alert_words && alert_words })
}
