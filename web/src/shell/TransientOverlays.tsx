import { lazy, Suspense } from 'react'
import { Busy } from '../components/Busy.tsx'
import { Confirm } from '../components/Confirm.tsx'
import { confirmDelete, useDeleteConfirmation } from '../messages/delete-confirmation.ts'
import { stopEditing } from '../messages/editing.ts'
import { closeLightbox, useLightbox } from '../messages/lightbox.ts'
import { deleteMessage } from '../messages/message-actions.ts'
import { closeSheet, useSheet } from '../messages/sheet.ts'
import { useProofQuestion } from '../settings/proof.ts'
import { useText } from '../texts/texts.tsx'
import { DialogBoundary } from './Boundaries.tsx'
import { closeDialogs, useDialogs } from './dialogs.ts'
import { closeCard, useCard } from './person-card.ts'

const PersonCard = lazy(() =>
  import('../screens/cards/PersonCard.tsx').then((one) => ({ default: one.PersonCard })),
)
const Lightbox = lazy(() =>
  import('../screens/lightbox/Lightbox.tsx').then((one) => ({ default: one.Lightbox })),
)
const MoveDialog = lazy(() =>
  import('../screens/messages/MoveDialog.tsx').then((one) => ({ default: one.MoveDialog })),
)
const HistoryDialog = lazy(() =>
  import('../screens/messages/HistoryDialog.tsx').then((one) => ({ default: one.HistoryDialog })),
)
const ReceiptsDialog = lazy(() =>
  import('../screens/messages/ReceiptsDialog.tsx').then((one) => ({ default: one.ReceiptsDialog })),
)
const ReminderDialog = lazy(() =>
  import('../screens/later/ReminderDialog.tsx').then((one) => ({ default: one.ReminderDialog })),
)
const SavedSearchDialog = lazy(() =>
  import('../screens/search/SavedSearchDialog.tsx').then((one) => ({ default: one.SavedSearchDialog })),
)
const PinsDialog = lazy(() =>
  import('../screens/pins/PinsDialog.tsx').then((one) => ({ default: one.PinsDialog })),
)
const SummaryDialog = lazy(() =>
  import('../screens/summaries/SummaryDialog.tsx').then((one) => ({ default: one.SummaryDialog })),
)
const FoldersDialog = lazy(() =>
  import('../screens/folders/FoldersDialog.tsx').then((one) => ({ default: one.FoldersDialog })),
)
const ChannelFolderDialog = lazy(() =>
  import('../screens/folders/ChannelFolderDialog.tsx').then((one) => ({ default: one.ChannelFolderDialog })),
)
const ReportDialog = lazy(() =>
  import('../screens/moderation/ReportDialog.tsx').then((one) => ({ default: one.ReportDialog })),
)
const HideDialog = lazy(() =>
  import('../screens/moderation/HideDialog.tsx').then((one) => ({ default: one.HideDialog })),
)
const ProofDialog = lazy(() =>
  import('../screens/settings/ProofDialog.tsx').then((one) => ({ default: one.ProofDialog })),
)
const StatusDialog = lazy(() =>
  import('../screens/status/StatusDialog.tsx').then((one) => ({ default: one.StatusDialog })),
)
const MessageSheet = lazy(() =>
  import('../screens/messages/MessageSheet.tsx').then((one) => ({ default: one.MessageSheet })),
)

/** Transient overlays without an address: cards, dialogs, sheets. */
export function TransientOverlays() {
  const text = useText()
  const card = useCard((state) => state.card)
  const picture = useLightbox((state) => state.anchor)
  const {
    savedSearch,
    reminder,
    pins,
    summary,
    move,
    history,
    receipts,
    folders,
    folderOf,
    report,
    hide,
    status,
  } = useDialogs()
  const deleting = useDeleteConfirmation((state) => state.deleting)
  const sheet = useSheet((state) => state.messageId)
  const answerProof = useProofQuestion((state) => state.answer)
  return (
    <DialogBoundary
      part="dialog"
      // Changes when the dialog that failed is closed.
      resetKey={[
        card?.userId,
        picture,
        savedSearch,
        reminder,
        pins,
        summary,
        move,
        history,
        receipts,
        folders,
        folderOf,
        report,
        hide,
        status,
        sheet,
        deleting,
        answerProof,
      ].every(isClosed)}
      onClose={closeAll}
    >
      <Suspense fallback={<Busy />}>
        {card !== undefined && <PersonCard key={card.userId} userId={card.userId} anchor={card.anchor} />}
        {picture !== undefined && <Lightbox anchor={picture} />}
        {move !== undefined && <MoveDialog target={move} onClose={closeDialogs} />}
        {history !== undefined && <HistoryDialog messageId={history} onClose={closeDialogs} />}
        {receipts !== undefined && <ReceiptsDialog messageId={receipts} onClose={closeDialogs} />}
        {reminder !== undefined && <ReminderDialog target={reminder} onClose={closeDialogs} />}
        {savedSearch !== undefined && <SavedSearchDialog search={savedSearch} onClose={closeDialogs} />}
        {pins !== undefined && <PinsDialog place={pins} onClose={closeDialogs} />}
        {summary !== undefined && <SummaryDialog target={summary} onClose={closeDialogs} />}
        {folders && <FoldersDialog onClose={closeDialogs} />}
        {folderOf !== undefined && <ChannelFolderDialog channelId={folderOf} onClose={closeDialogs} />}
        {report !== undefined && <ReportDialog messageId={report} onClose={closeDialogs} />}
        {hide !== undefined && <HideDialog messageId={hide} onClose={closeDialogs} />}
        {answerProof !== undefined && <ProofDialog onAnswer={answerProof} />}
        {status && <StatusDialog onClose={closeDialogs} />}
        {sheet !== undefined && <MessageSheet messageId={sheet} />}
        {deleting !== undefined && (
          <Confirm
            title={text('message.deleteTitle')}
            body={text('message.deleteBody')}
            action={text('message.delete')}
            onConfirm={() => {
              stopEditing()
              void deleteMessage(deleting)
            }}
            onClose={() => confirmDelete(undefined)}
          />
        )}
      </Suspense>
    </DialogBoundary>
  )
}

const isClosed = (one: unknown) => one === undefined || one === false

function closeAll(): void {
  closeCard()
  closeLightbox()
  closeDialogs()
  closeSheet()
  confirmDelete(undefined)
  useProofQuestion.getState().answer?.(false)
}
