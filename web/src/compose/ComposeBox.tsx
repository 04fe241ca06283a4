import { type KeyboardEvent, lazy, Suspense, useEffect, useId, useRef } from 'react'
import { closeCompose, goToRecipient, togglePreview, useCompose } from '../state/compose.ts'
import { type FeedView, isConversation } from '../state/narrow.ts'
import { impliedBy, recipientKey } from '../state/recipient.ts'
import { myId, useOrg } from '../state/session.ts'
import { pickFiles } from '../state/uploads.ts'
import { useUploads } from '../state/use-uploads.ts'
import { useText } from '../texts/texts.tsx'
import { Banners } from './Banners.tsx'
import styles from './ComposeBox.module.css'
import { DropTarget } from './DropTarget.tsx'
import { RecipientRow } from './RecipientRow.tsx'
import { ruleFor, sendsBy } from './send-key.ts'
import { TextBox } from './TextBox.tsx'
import { Toolbar } from './Toolbar.tsx'
import { Tray } from './Tray.tsx'
import { useFocusRequest } from './use-focus-request.ts'
import { useRecipientName } from './use-recipient-name.ts'
import { useSending } from './use-sending.ts'

const Preview = lazy(() => import('./Preview.tsx').then((one) => ({ default: one.Preview })))

/** The open box: whom it is for, the text, files, and what can be done with them. */
export function ComposeBox({ view }: { view: FeedView }) {
  const text = useText()
  const { to, text: written, isMaximised, isPreviewed } = useCompose()
  const enterSends = useOrg((org) => org.user_settings?.enter_sends === true)
  const field = useRef<HTMLTextAreaElement>(null)
  const box = useRef<HTMLElement>(null)
  const noteId = useId()
  const name = useRecipientName(to)
  const sending = useSending()
  const hasFiles = useUploads().length > 0
  const isImplied =
    isConversation(view) && recipientKey(to, myId()) === recipientKey(impliedBy(view, myId()), myId())
  useFocusRequest('text', field)
  useEffect(() => () => useCompose.setState({ isMaximised: false }), [])

  const onKey = (event: KeyboardEvent) => {
    const withCtrl = event.ctrlKey || event.metaKey
    if (event.altKey && event.code === 'KeyP') togglePreview()
    else if (isPreviewed && sendsBy(event, 'always')) sending.send()
    else if (event.altKey && event.key === 'Enter') useCompose.setState({ isMaximised: !isMaximised })
    else if (withCtrl && event.key === '.') goToRecipient()
    else if (withCtrl && event.key === "'") useCompose.setState({ dialog: 'snippets' })
    else return
    event.preventDefault()
  }
  const close = () => {
    closeCompose()
    const feed = document.querySelector<HTMLElement>('[role="feed"]')
    feed?.focus()
  }
  return (
    <section
      ref={box}
      className={styles.box}
      aria-label={text('compose.label')}
      data-region="compose"
      data-maximised={isMaximised || undefined}
      data-implied={isImplied || undefined}
      onKeyDown={onKey}
    >
      <DropTarget onFiles={pickFiles} />
      <Banners sending={sending} />
      <div className={styles.recipient}>
        <RecipientRow view={view} />
      </div>
      <div className={styles.middle}>
        {(!isPreviewed || isMaximised) && (
          <TextBox
            field={field}
            text={written}
            onText={sending.noteText}
            to={to}
            label={name === undefined ? text('compose.message') : text('compose.messageTo', { place: name })}
            placeholder={text('compose.placeholder')}
            rule={ruleFor(enterSends)}
            onSend={sending.send}
            onEscape={close}
            onFiles={pickFiles}
            describedBy={noteId}
          />
        )}
        {isPreviewed && (
          <Suspense fallback={null}>
            <Preview text={written} />
          </Suspense>
        )}
      </div>
      {hasFiles && <Tray field={field} />}
      <Toolbar field={field} sending={sending} noteId={noteId} />
    </section>
  )
}
