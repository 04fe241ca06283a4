import type { ServerStatus } from '@loquat/contract'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../components/Button.tsx'
import { ago } from '../../../lib/ago.ts'
import { useLocale, useText } from '../../../texts/texts.tsx'
import { SettingGroup } from '../../forms/Setting.tsx'
import { fileSize } from '../../settings/file-size.ts'
import { Ago } from './Ago.tsx'
import styles from './Server.module.css'

/** Below this share of free space, the disk is a problem; as in the alert rules. */
const minFreeShare = 0.1

/** Versions, uptime, disk and backups. */
export function Overview({ status, onRefresh }: { status: ServerStatus; onRefresh: () => void }) {
  const text = useText()
  const locale = useLocale()
  const { versions, disk } = status
  const isFull = disk !== null && disk.free_bytes < minFreeShare * disk.size_bytes
  return (
    <SettingGroup title={text('server.overview')} note={text('server.overview.note')}>
      <dl className={styles.facts}>
        <Fact name={text('server.uptime')}>
          {status.started_at === null ? text('server.unknown') : <Ago seconds={status.started_at} />}
        </Fact>
        <Version name="Loquat" version={versions.loquat} />
        <Version name="Node" version={versions.node} />
        <Version name="PostgreSQL" version={versions.postgresql} />
        <Fact name={text('server.schema')}>
          <span translate="no">{versions.schema}</span>
        </Fact>
        <Fact name={text('server.disk')} isProblem={isFull}>
          {disk === null
            ? text('server.unknown')
            : text('server.disk.free', {
                free: fileSize(disk.free_bytes, locale),
                size: fileSize(disk.size_bytes, locale),
              })}
        </Fact>
        <Fact name={text('server.database')}>
          <span translate="no">{fileSize(status.database_bytes, locale)}</span>
        </Fact>
        <BackupFact backup={status.backup} />
      </dl>
      <div className={styles.buttons}>
        <Button onClick={onRefresh}>
          <RefreshCw size={16} aria-hidden="true" />
          {text('server.refresh')}
        </Button>
      </div>
    </SettingGroup>
  )
}

function BackupFact({ backup }: { backup: ServerStatus['backup'] }) {
  const text = useText()
  const locale = useLocale()
  const { last_success: good, last_failure: failed } = backup
  const found =
    good === null
      ? text('server.backup.none')
      : text('server.backup.last', { time: since(good.finished_at, locale), place: good.place })
  return (
    <Fact name={text('server.backup')} isProblem={backup.is_overdue || failed !== null}>
      {found}
      {backup.is_overdue && ` ${text('server.backup.overdue')}`}
      {!backup.is_scheduled && ` ${text('server.backup.unscheduled')}`}
      {failed !== null &&
        ` ${text('server.backup.failed', { time: since(failed.finished_at, locale), error: failed.error })}`}
    </Fact>
  )
}

/** The name of a product is the same in every language. */
const Version = ({ name, version }: { name: string; version: string }) => (
  <div translate="no">
    <dt>{name}</dt>
    <dd>{version}</dd>
  </div>
)

const since = (seconds: number, locale: string) => ago(seconds, Date.now() / 1_000, locale)

function Fact({ name, isProblem, children }: { name: string; isProblem?: boolean; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-problem={isProblem || undefined}>{children}</dd>
    </div>
  )
}
