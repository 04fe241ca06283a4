import { type SearchOrder, setSearchOrder, useSearchOrder } from '../search/search-order.ts'
import { useText } from '../texts/texts.tsx'
import styles from './SearchBar.module.css'

const orders: readonly SearchOrder[] = ['relevance', 'time']

/** Switches between the most relevant and the newest results. */
export function SearchOrderSwitch() {
  const text = useText()
  const current = useSearchOrder((state) => state.order)
  return (
    <fieldset className={styles.order} aria-label={text('search.order')}>
      {orders.map((order) => (
        <label key={order} data-checked={order === current || undefined}>
          <input
            type="radio"
            name="search-order"
            checked={order === current}
            onChange={() => setSearchOrder(order)}
          />
          {text(`search.order.${order}`)}
        </label>
      ))}
    </fieldset>
  )
}
