import { ChevronRight } from 'lucide-react'
import { ChannelField } from './ChannelField.tsx'
import { useCompose } from './compose.ts'
import { PeopleField } from './PeopleField.tsx'
import styles from './RecipientRow.module.css'
import { TopicField } from './TopicField.tsx'

export function RecipientRow() {
  const to = useCompose((state) => state.to)
  return (
    <div className={styles.fields}>
      {to.kind === 'topic' ? (
        <>
          <ChannelField to={to} />
          <ChevronRight size={16} aria-hidden="true" className={styles.arrow} />
          <TopicField to={to} />
        </>
      ) : (
        <PeopleField to={to} />
      )}
    </div>
  )
}
