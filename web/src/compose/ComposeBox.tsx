import { type KeyboardEvent, lazy, Suspense, useEffect, useId, useRef } from 'react'
import { type FeedView, isConversation } from '../navigation/narrow.ts'
import { myId, useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import { useUploads } from '../uploads/use-uploads.ts'
import { Banners } from './Banners.tsx'
import styles from './ComposeBox.module.css'
import { goToRecipient, openSnippets, togglePreview, useCompose } from './compose.ts'
import { pickFiles } from './compose-files.ts'
import { closeAndFocusFeed, typeIntoText } from './compose-focus.ts'
import { DropTarget } from './DropTarget.tsx'
import { editLast } from './edit-last.ts'
import { RecipientActions } from './RecipientActions.tsx'
import { RecipientRow } from './RecipientRow.tsx'
import { recipientKey, recipientOfView } from './recipient.ts'
import { ruleFor, sendsBy } from './send-key.ts'
import { TextBox } from './TextBox.tsx'
import { Toolbar } from './Toolbar.tsx'
import { Tray } from './Tray.tsx'
import { useEnterQuestion } from './use-enter-question.ts'
import { useFocusRequest } from './use-focus-request.ts'
import { useRecipientName } from './use-recipient-name.ts'
import { useSending } from './use-sending.ts'

const Preview = lazy(() => import('./Preview.tsx').then((one) => ({ default: one.Preview })))

/** The open compose box. `view`: the feed it belongs to, if any. */
export function ComposeBox({ view }: { view: FeedView | undefined }) {
  const text = useText()
  const { to, text: written, isMaximized, isPreviewed } = useCompose()
  const enterSends = useOrg((org) => org.user_settings?.enter_sends === true)
  const field = useRef<HTMLTextAreaElement>(null)
  const box = useRef<HTMLElement>(null)
  const lengthId = useId()
  const name = useRecipientName(to)
  const sending = useSending()
  const { question, handleKey } = useEnterQuestion()
  const hasFiles = useUploads().length > 0
  const isImplied =
    view !== undefined &&
    isConversation(view) &&
    recipientKey(to, myId()) === recipientKey(recipientOfView(view, myId()), myId())
  useFocusRequest('text', field)
  useEffect(() => () => useCompose.setState({ isMaximized: false }), [])

  const onKey = (event: KeyboardEvent) => {
    // React events bubble from menus and dialogs, which are portals outside the box.
    if (!event.currentTarget.contains(event.target as Node)) return
    const withCtrl = event.ctrlKey || event.metaKey
    handleKey(event)
    if (event.altKey && event.code === 'KeyP') togglePreview()
    else if (isPreviewed && sendsBy(event, 'always')) sending.send()
    else if (event.altKey && event.key === 'Enter') useCompose.setState({ isMaximized: !isMaximized })
    else if (withCtrl && event.key === '.') goToRecipient()
    else if (withCtrl && event.key === "'") openSnippets()
    else if (event.key === 'Escape' && !event.defaultPrevented) closeAndFocusFeed()
    else return typeIntoText(event)
    event.preventDefault()
  }
  return (
    <section
      ref={box}
      className={styles.box}
      aria-label={text('compose.label')}
      data-region="compose"
      data-maximized={isMaximized || undefined}
      data-implied={isImplied || undefined}
      onKeyDown={onKey}
    >
      <DropTarget onFiles={pickFiles} />
      <div className={styles.banners}>
        <Banners sending={sending} warnings={[...question, ...sending.warnings]} />
      </div>
      <div className={styles.recipient}>
        <RecipientRow />
      </div>
      <div className={styles.middle}>
        {(!isPreviewed || isMaximized) && (
          <TextBox
            field={field}
            text={written}
            onText={sending.handleText}
            to={to}
            label={name === undefined ? text('compose.message') : text('compose.messageTo', { place: name })}
            placeholder={text('compose.placeholder')}
            rule={ruleFor(enterSends)}
            onSend={sending.send}
            onEscape={closeAndFocusFeed}
            onUp={editLast}
            onFiles={pickFiles}
            describedBy={lengthId}
          />
        )}
        {isPreviewed && (
          <Suspense fallback={null}>
            <Preview text={written} />
          </Suspense>
        )}
      </div>
      <div className={styles.tray}>{hasFiles && <Tray field={field} />}</div>
      <div className={styles.toolbar}>
        <Toolbar field={field} sending={sending} lengthId={lengthId} />
      </div>
      <div className={styles.actions}>
        <RecipientActions view={view} onClose={closeAndFocusFeed} />
      </div>
    </section>
  )
}
