import type { IntegrationObject } from '@loquat/contract'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { foldText } from '../../lib/fold-text.ts'
import { useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import { FilterField } from '../forms/FilterField.tsx'
import lists from '../forms/Lists.module.css'
import { SettingGroup } from '../forms/Setting.tsx'
import { IntegrationUrl } from './IntegrationUrl.tsx'

const none: readonly IntegrationObject[] = []

/** Services that can post here, by category, and the webhook URL for each. */
export function IntegrationsSection() {
  const text = useText()
  const integrations = useOrg((org) => org.realm_incoming_webhook_bots ?? none)
  const [filter, setFilter] = useState('')
  const shown = integrations.filter(({ display_name: name, category, description }) =>
    foldText(`${name} ${category} ${description}`).includes(foldText(filter.trim())),
  )
  const categories = [...new Set(shown.map(({ category }) => category))]
  return (
    <>
      <p className={lists.nothing}>{text('organization.integrations.effect')}</p>
      <div className={lists.bar}>
        <FilterField label={text('organization.integrations.filter')} value={filter} onChange={setFilter} />
      </div>
      {categories.map((category) => (
        <Category
          key={category}
          name={category}
          integrations={shown.filter((one) => one.category === category)}
        />
      ))}
      {shown.length === 0 && <p className={lists.nothing}>{text('organization.integrations.none')}</p>}
    </>
  )
}

interface CategoryProps {
  /** From the server, in English. */
  name: string
  integrations: readonly IntegrationObject[]
}

function Category({ name, integrations }: CategoryProps) {
  return (
    <SettingGroup title={<bdi lang="en">{name}</bdi>}>
      <ul className={lists.list}>
        {integrations.map((one) => (
          <IntegrationRow key={one.name} integration={one} />
        ))}
      </ul>
    </SettingGroup>
  )
}

function IntegrationRow({ integration }: { integration: IntegrationObject }) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  const { display_name: name, description } = integration
  return (
    <li className={lists.row} data-open={isOpen || undefined}>
      <div className={lists.main}>
        <bdi className={lists.name}>{name}</bdi>
        <div className={lists.soft} lang="en" dir="auto">
          {description}
        </div>
        {isOpen && <IntegrationUrl integration={integration.name} />}
      </div>
      {!isOpen && (
        <Button
          size="small"
          aria-label={text('organization.integrations.urlFor', { name })}
          onClick={() => setOpen(true)}
        >
          {text('organization.integrations.url')}
        </Button>
      )}
    </li>
  )
}
