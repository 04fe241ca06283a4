import type { MessageReportObject } from '@loquat/contract'
import { useState } from 'react'
import { useChannels } from '../../../channels/all-channels.ts'
import { Button } from '../../../components/Button.tsx'
import { SelectField } from '../../../components/Field.tsx'
import {
  type ReportState,
  setHandled,
  unhideMessage,
  useReports,
} from '../../../moderation/moderation-actions.ts'
import { openMessage } from '../../../navigation/permalink.ts'
import { peopleById } from '../../../people/people.ts'
import { useOrg } from '../../../session/session.ts'
import { openHide } from '../../../shell/dialogs.ts'
import { showProblemToast } from '../../../shell/error-toasts.ts'
import { useLocale, useText } from '../../../texts/texts.tsx'
import lists from '../../forms/Lists.module.css'
import { Loaded } from '../../forms/Loaded.tsx'
import { SettingGroup } from '../../forms/Setting.tsx'
import styles from '../../moderation/Moderation.module.css'

const states: readonly ReportState[] = ['open', 'handled']

export function Reports() {
  const text = useText()
  const [state, setState] = useState<ReportState>('open')
  const reports = useReports(state)
  return (
    <SettingGroup title={text('moderation.reports')} note={text('moderation.reportsNote')}>
      <SelectField
        label={text('moderation.show')}
        value={state}
        options={states.map((value) => ({ value, label: text(`moderation.state.${value}`) }))}
        onChange={(value) => setState(value === 'handled' ? 'handled' : 'open')}
      />
      <Loaded resource={reports}>
        {({ reports: listed }) => (
          <>
            <ul className={lists.list} aria-label={text('moderation.reports')}>
              {listed.map((report) => (
                <ReportRow key={report.report_id} report={report} />
              ))}
            </ul>
            {listed.length === 0 && <p className={lists.nothing}>{text(`moderation.none.${state}`)}</p>}
          </>
        )}
      </Loaded>
    </SettingGroup>
  )
}

function ReportRow({ report }: { report: MessageReportObject }) {
  const text = useText()
  const locale = useLocale()
  const people = useOrg(peopleById)
  const channels = useChannels()
  const nameOf = (id: number) => people.get(id)?.full_name ?? String(id)
  const { message_id: messageId, stream_id: channelId } = report
  const channel = channels.find(({ stream_id }) => stream_id === channelId)
  const time = new Date(report.timestamp * 1_000).toLocaleString(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  return (
    <li className={lists.row}>
      <div className={lists.main}>
        <bdi className={lists.name}>{nameOf(report.message_sender_id)}</bdi>
        <span className={lists.chip}>{text(`moderation.type.${report.report_type}`)}</span>
        {report.is_hidden && <span className={lists.chip}>{text('moderation.hidden')}</span>}
        <div className={lists.soft} dir="auto">
          {channelId === null
            ? text('moderation.inDirect')
            : text('moderation.inChannel', { channel: channel?.name ?? '', topic: report.topic })}
        </div>
        <blockquote className={styles.quote} dir="auto">
          {report.content}
        </blockquote>
        {report.description !== '' && <p dir="auto">{report.description}</p>}
        <div className={lists.soft}>
          {text('moderation.reportedBy', { name: nameOf(report.reporter_id), time })}
          {report.handled_by !== null &&
            ` · ${text('moderation.handledBy', { name: nameOf(report.handled_by) })}`}
        </div>
        <div className={lists.buttons}>
          {messageId !== null && channel !== undefined && (
            <Button size="small" onClick={async () => showProblemToast(await openMessage(messageId))}>
              {text('moderation.open')}
            </Button>
          )}
          {messageId !== null && (
            <Button
              size="small"
              onClick={() => (report.is_hidden ? void unhideMessage(messageId) : openHide(messageId))}
            >
              {text(report.is_hidden ? 'moderation.unhide' : 'moderation.hide')}
            </Button>
          )}
          <Button
            size="small"
            kind={report.handled_by === null ? 'primary' : 'neutral'}
            onClick={() => void setHandled(report.report_id, report.handled_by === null)}
          >
            {text(report.handled_by === null ? 'moderation.markHandled' : 'moderation.reopen')}
          </Button>
        </div>
      </div>
    </li>
  )
}
