import type { FetchedMessage } from '@loquat/contract'
import { lazy, Suspense } from 'react'
import { MessageContent } from './MessageContent.tsx'

const WidgetBody = lazy(() => import('./WidgetBody.tsx').then((one) => ({ default: one.WidgetBody })))

/** A poll, a to-do list or choices; until that has been loaded, the text that was sent. */
export const Widget = ({ message }: { message: FetchedMessage }) => (
  <Suspense fallback={<MessageContent html={message.content} />}>
    <WidgetBody message={message} />
  </Suspense>
)
