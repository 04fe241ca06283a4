/** What somebody did to a widget. */
export interface WidgetAction {
  senderId: number
  content: Record<string, unknown>
}
