import type { ServerStatus } from '@loquat/contract'
import { useOrg } from '../../../session/session.ts'
import { useServerStatus } from '../../../settings/server-status.ts'
import { useText } from '../../../texts/texts.tsx'
import { Loaded } from '../../forms/Loaded.tsx'
import { ReadOnlyNote } from '../../forms/Setting.tsx'
import { FailedDeliveries } from './FailedDeliveries.tsx'
import { JobTable } from './JobTable.tsx'
import { Overview } from './Overview.tsx'
import { ProcessTable } from './ProcessTable.tsx'

/** The state of the whole server, for owners of the main organization. */
export function ServerSection() {
  const text = useText()
  const isOwner = useOrg((org) => org.is_owner === true)
  return isOwner ? <Server /> : <ReadOnlyNote>{text('server.denied')}</ReadOnlyNote>
}

function Server() {
  const resource = useServerStatus()
  const { problem, value } = resource
  if (value === undefined && problem?.body.reason === 'server-status-denied')
    return <ReadOnlyNote>{problem.text}</ReadOnlyNote>
  return (
    <Loaded resource={resource}>{(status) => <Status status={status} onRefresh={resource.reload} />}</Loaded>
  )
}

function Status({ status, onRefresh }: { status: ServerStatus; onRefresh: () => void }) {
  return (
    <>
      <Overview status={status} onRefresh={onRefresh} />
      <ProcessTable processes={status.processes} />
      <JobTable jobs={status.jobs} />
      <FailedDeliveries kind="email" status={status} />
      <FailedDeliveries kind="webhook" status={status} />
    </>
  )
}
