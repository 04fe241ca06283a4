import { useOrg } from '../../session/session.ts'
import { changeSetting } from '../../settings/settings-actions.ts'
import { showProblemToast } from '../../shell/error-toasts.ts'
import { showToast } from '../../shell/toasts.ts'
import { useText } from '../../texts/texts.tsx'
import { SettingGroup } from '../forms/Setting.tsx'
import styles from './Settings.module.css'
import { matrix, type matrixColumns, type SettingId } from './settings-table.ts'

export function NotificationMatrix({ columns }: { columns: readonly (typeof matrixColumns)[number][] }) {
  const text = useText()
  return (
    <SettingGroup title={text('settings.group.matrix')}>
      <table className={styles.matrix}>
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column} scope="col">
                {text(`settings.matrix.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(Object.keys(matrix) as (keyof typeof matrix)[]).map((row) => (
            <tr key={row}>
              <th scope="row">{text(`settings.matrix.${row}`)}</th>
              {columns.map((column) => (
                <td key={column}>
                  <MatrixCell id={matrix[row][column]} />
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">{text('settings.matrix.alertWords')}</th>
            <td colSpan={columns.length} className={styles.same}>
              {text('settings.matrix.asDirect')}
            </td>
          </tr>
        </tbody>
      </table>
    </SettingGroup>
  )
}

function MatrixCell({ id }: { id: SettingId }) {
  const text = useText()
  const value = useOrg((org) => org.user_settings?.[id] === true)
  const change = async (next: boolean) => {
    if (showProblemToast(await changeSetting(id, next))) showToast('common.saved')
  }
  return (
    <label>
      <span className="hidden-visually">{text(`settings.${id}`)}</span>
      <input type="checkbox" checked={value} onChange={({ target }) => void change(target.checked)} />
    </label>
  )
}
