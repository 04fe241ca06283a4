import { useMemo, useState } from 'react'
import { Dialog } from '../../components/Dialog.tsx'
import { SwitchField } from '../../components/Field.tsx'
import { Keys } from '../../components/Keys.tsx'
import { type Command, canRun, groups } from '../../keyboard/command.ts'
import { commands } from '../../keyboard/registry.ts'
import { setSingleKeys, useSingleKeys } from '../../keyboard/single-keys.ts'
import { suggestionClass } from '../../lib/rank.ts'
import { addressOf } from '../../navigation/router.ts'
import { closeDialogs } from '../../shell/dialogs.ts'
import { useText } from '../../texts/texts.tsx'
import styles from './Help.module.css'

/** All keys, from the table that binds them: available commands first. */
export function Help() {
  const text = useText()
  const [words, setWords] = useState('')
  const isOn = useSingleKeys((state) => state.isOn)
  // Evaluated once: nothing changes behind the dialog.
  const { here, elsewhere } = useMemo(() => {
    const bound = commands.filter(({ keys }) => keys.length > 0)
    return { here: bound.filter(canRun), elsewhere: bound.filter((one) => !canRun(one)) }
  }, [])
  const matching = (all: readonly Command[]) =>
    all.filter(
      ({ id, keys }) =>
        words.trim() === '' ||
        keys.some((one) => one.toLowerCase() === words.trim().toLowerCase()) ||
        suggestionClass(words, text(`command.${id}`)) !== undefined,
    )
  const now = matching(here)
  const later = matching(elsewhere)
  return (
    <Dialog title={text('keyboard.title')} size="large" onClose={closeDialogs}>
      <input
        type="search"
        className={styles.filter}
        autoFocus
        value={words}
        placeholder={text('keyboard.filter')}
        aria-label={text('keyboard.filter')}
        onChange={(event) => setWords(event.target.value)}
      />
      <Part commands={now} />
      {later.length > 0 && (
        <>
          <h2 className={styles.part}>{text('keyboard.elsewhere')}</h2>
          <Part commands={later} />
        </>
      )}
      {now.length + later.length === 0 && <p className={styles.none}>{text('keyboard.none')}</p>}
      <p className={styles.more}>
        <a href={addressOf({ kind: 'help', page: 'keyboard' })} onClick={closeDialogs}>
          {text('help.open')}
        </a>
      </p>
      <SwitchField
        label={text('keyboard.singleKeys')}
        hint={text('keyboard.singleKeysHint')}
        checked={isOn}
        onChange={setSingleKeys}
      />
    </Dialog>
  )
}

function Part({ commands: shown }: { commands: readonly Command[] }) {
  const text = useText()
  return (
    <div className={styles.groups}>
      {groups.map((group) => {
        const inside = shown.filter((command) => command.group === group)
        return inside.length === 0 ? null : (
          <section key={group} className={styles.group}>
            <h3>{text(`keyboard.group.${group}`)}</h3>
            <dl>
              {inside.map(({ id, keys }) => (
                <div key={id} className={styles.line}>
                  <dt>{text(`command.${id}`)}</dt>
                  <dd>
                    {keys.map((one) => (
                      <Keys key={one} keys={one} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        )
      })}
    </div>
  )
}
