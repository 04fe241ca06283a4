import type { DeliveryKind, FailedDelivery, ServerStatus } from '@loquat/contract'
import { Button } from '../../../components/Button.tsx'
import { retryDeliveries } from '../../../settings/server-status.ts'
import { useLocale, useText } from '../../../texts/texts.tsx'
import lists from '../../forms/Lists.module.css'
import { SettingGroup } from '../../forms/Setting.tsx'
import { useSaving } from '../../forms/saving.ts'
import { Ago } from './Ago.tsx'
import styles from './Server.module.css'

/** Failed emails, or failed calls of outgoing webhooks, each with a button to retry. */
export function FailedDeliveries({ kind, status }: { kind: DeliveryKind; status: ServerStatus }) {
  const text = useText()
  const count = kind === 'email' ? status.failed_emails : status.failed_webhooks
  const shown = status.failed_deliveries.filter((one) => one.kind === kind)
  const { phase, problem, run } = useSaving((ids: number[] | undefined) => retryDeliveries(kind, ids))
  return (
    <SettingGroup title={text(`server.${kind}.failed`)}>
      {problem !== undefined && (
        <p className={lists.problem} role="alert">
          {problem}
        </p>
      )}
      {shown.length === 0 ? (
        <p className={lists.nothing}>{text(`server.${kind}.none`)}</p>
      ) : (
        <>
          <ul className={lists.list}>
            {shown.map((one) => (
              <Delivery
                key={one.id}
                delivery={one}
                isBusy={phase === 'saving'}
                onRetry={() => void run([one.id])}
              />
            ))}
          </ul>
          {count > shown.length && (
            <p className={lists.soft}>{text('server.more', { count: count - shown.length })}</p>
          )}
          <div className={lists.buttons}>
            <Button busy={phase === 'saving'} onClick={() => void run(undefined)}>
              {text(`server.${kind}.retryAll`, { count })}
            </Button>
          </div>
        </>
      )}
    </SettingGroup>
  )
}

interface DeliveryProps {
  delivery: FailedDelivery
  isBusy: boolean
  onRetry: () => void
}

function Delivery({ delivery, isBusy, onRetry }: DeliveryProps) {
  const text = useText()
  const locale = useLocale()
  const { recipient, organization_name: organization, error, failed_at, retry_at } = delivery
  const name = recipient === '' ? text('server.recipient.unknown') : recipient
  return (
    <li className={lists.row}>
      <span className={lists.main}>
        <span className={lists.name} dir="auto">
          {name}
        </span>
        {retry_at !== null && (
          <span className={lists.chip}>
            {text('server.retryAt', {
              time: new Date(retry_at * 1_000).toLocaleString(locale, {
                dateStyle: 'short',
                timeStyle: 'short',
              }),
            })}
          </span>
        )}
        <div className={lists.soft}>
          {organization !== null && <bdi>{organization} · </bdi>}
          <Ago seconds={failed_at} />
        </div>
        <div className={styles.error} lang="en" translate="no">
          {error}
        </div>
      </span>
      <span className={lists.actions}>
        <Button size="small" busy={isBusy} aria-label={text('server.retry.of', { name })} onClick={onRetry}>
          {text('server.retry')}
        </Button>
      </span>
    </li>
  )
}
