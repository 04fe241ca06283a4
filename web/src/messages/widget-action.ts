/** An action of a user on a widget. */
export interface WidgetAction {
  senderId: number
  content: Record<string, unknown>
}
