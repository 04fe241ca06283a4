import type { Scope, ScopeArea } from '@loquat/contract'
import { scopeAreas, verbsOf } from '@loquat/contract/light'
import { SelectField } from '../../components/Field.tsx'
import { useText } from '../../texts/texts.tsx'
import styles from './ScopeFields.module.css'

/** The highest verb of each area; none for an area without one. */
export type ScopeVerbs = Partial<Record<ScopeArea, string>>

export const scopesOf = (verbs: ScopeVerbs): Scope[] =>
  scopeAreas.flatMap((area): Scope[] => (verbs[area] ? [`${area}:${verbs[area]}` as Scope] : []))

export const verbsOfScopes = (scopes: readonly string[]): ScopeVerbs =>
  Object.fromEntries(
    scopeAreas.flatMap((area) => {
      const verb = verbsOf(area).findLast((one) => scopes.includes(`${area}:${one}`))
      return verb === undefined ? [] : [[area, verb]]
    }),
  )

interface Props {
  verbs: ScopeVerbs
  onChange: (verbs: ScopeVerbs) => void
}

/** A choice of scopes: one verb for each area. */
export function ScopeFields({ verbs, onChange }: Props) {
  const text = useText()
  return (
    <div className={styles.pairs}>
      {scopeAreas.map((area) => (
        <SelectField
          key={area}
          label={text(`settings.tokens.area.${area}`)}
          value={verbs[area] ?? ''}
          options={[
            { value: '', label: text('settings.tokens.verb.none') },
            ...verbsOf(area).map((verb) => ({ value: verb, label: text(`settings.tokens.verb.${verb}`) })),
          ]}
          onChange={(verb) => onChange({ ...verbs, [area]: verb })}
        />
      ))}
    </div>
  )
}
