import type { FetchedMessage } from '@loquat/contract'
import { lazy, Suspense } from 'react'
import { MessageContent } from './MessageContent.tsx'

const WidgetBody = lazy(() => import('./WidgetBody.tsx').then((one) => ({ default: one.WidgetBody })))

/** A poll, to-do list or choices. Shows the text of the message until the code is loaded. */
export const Widget = ({ message }: { message: FetchedMessage }) => (
  <Suspense fallback={<MessageContent html={message.content} />}>
    <WidgetBody message={message} />
  </Suspense>
)
