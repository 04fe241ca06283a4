import { Bell, Download, PencilLine, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, IconButton } from '../components/Button.tsx'
import { openCompose, useCompose } from '../compose/compose.ts'
import {
  allowNotifications,
  dismissCard,
  type FirstRunCard,
  finishArrival,
  install,
  useFirstRun,
} from '../onboarding/first-run.ts'
import { useIsAllowed } from '../permissions/use-denial.ts'
import { useText } from '../texts/texts.tsx'
import styles from './FirstRun.module.css'

const icons = { write: PencilLine, notifications: Bell, install: Download }

/** Help for new users: opens the compose box, and shows cards that can be dismissed. */
export function FirstRun({ channelId }: { channelId: number }) {
  const text = useText()
  const { cards, isArriving } = useFirstRun()
  const mayWrite = useIsAllowed({ kind: 'post', channelId })
  const topic = text('firstRun.topic')
  const write = () => openCompose({ to: { kind: 'topic', channelId, topic }, focus: 'text' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useEffect(() => {
    if (!isArriving) return
    if (mayWrite) write()
    finishArrival()
  }, [isArriving])
  const shown = cards.filter((card) => card !== 'write' || mayWrite)
  if (shown.length === 0) return null
  return (
    <section className={styles.cards} aria-label={text('firstRun.label')}>
      {shown.map((card) => (
        <Card key={card} card={card} onWrite={write} />
      ))}
    </section>
  )
}

function Card({ card, onWrite }: { card: FirstRunCard; onWrite: () => void }) {
  const text = useText()
  const [isByHand, setByHand] = useState(false)
  const isComposing = useCompose((state) => state.isOpen)
  const Icon = icons[card]
  const act = {
    write: onWrite,
    notifications: () => void allowNotifications(),
    install: () => void install().then((isOffered) => setByHand(!isOffered)),
  }[card]
  return (
    <div className={styles.card}>
      <Icon size={18} aria-hidden="true" />
      <p>{text(isByHand ? 'firstRun.installByHand' : `firstRun.${card}`)}</p>
      {!isByHand && !(card === 'write' && isComposing) && (
        <Button size="small" onClick={act}>
          {text(`firstRun.${card}Action`)}
        </Button>
      )}
      <IconButton
        size="small"
        label={text('firstRun.dismiss')}
        icon={<X size={15} />}
        onClick={() => dismissCard(card)}
      />
    </div>
  )
}
