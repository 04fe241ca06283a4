import type { SummaryServiceObject } from '@loquat/contract'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { TextField } from '../../../components/Field.tsx'
import {
  removeSummaryService,
  setSummaryService,
  testSummaryService,
  useSummaryService,
} from '../../../summaries/summaries.ts'
import { useText } from '../../../texts/texts.tsx'
import lists from '../../forms/Lists.module.css'
import { Loaded } from '../../forms/Loaded.tsx'
import { useSaving } from '../../forms/saving.ts'

/** The service that writes summaries, and its use in this month. */
export function SummaryServiceForm() {
  const text = useText()
  return (
    <Loaded resource={useSummaryService()}>
      {({ service, usage }) => (
        <>
          <ServiceFields key={service?.base_url ?? ''} service={service} />
          <p className={lists.soft}>
            {text('assistants.usage', { requests: usage.requests, tokens: usage.tokens })}
          </p>
        </>
      )}
    </Loaded>
  )
}

function ServiceFields({ service }: { service: SummaryServiceObject | null }) {
  const text = useText()
  const [typed, setTyped] = useState({
    url: service?.base_url ?? '',
    key: '',
    model: service?.model ?? '',
    length: String(service?.max_tokens ?? 1_000),
    budget: String(service?.monthly_tokens ?? 1_000_000),
  })
  const [isTested, setTested] = useState(false)
  const saving = useSaving(setSummaryService)
  const testing = useSaving(() => testSummaryService())
  const removing = useSaving(() => removeSummaryService())
  const change = (field: keyof typeof typed) => (event: { target: { value: string } }) => {
    setTested(false)
    setTyped({ ...typed, [field]: event.target.value })
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const isSaved = await saving.run({
      base_url: typed.url,
      ...(typed.key === '' ? {} : { api_key: typed.key }),
      model: typed.model,
      max_tokens: Math.round(Number(typed.length)),
      monthly_tokens: Math.round(Number(typed.budget)),
    })
    if (isSaved) setTyped({ ...typed, key: '' })
  }
  const test = async () => {
    setTested(false)
    setTested(await testing.run(undefined))
  }
  return (
    <form className={lists.form} onSubmit={submit}>
      <TextField
        label={text('assistants.baseUrl')}
        type="url"
        required
        value={typed.url}
        placeholder="https://api.openai.com/v1"
        problem={saving.problem ?? testing.problem ?? removing.problem}
        onChange={change('url')}
      />
      <TextField
        label={text('assistants.key')}
        type="password"
        autoComplete="off"
        value={typed.key}
        hint={text(service?.has_api_key === true ? 'assistants.key.kept' : 'assistants.key.hint')}
        onChange={change('key')}
      />
      <TextField label={text('assistants.model')} required value={typed.model} onChange={change('model')} />
      <TextField
        label={text('assistants.length')}
        type="number"
        min={100}
        max={8_000}
        required
        value={typed.length}
        onChange={change('length')}
      />
      <TextField
        label={text('assistants.budget')}
        type="number"
        min={1_000}
        max={1_000_000_000}
        required
        value={typed.budget}
        onChange={change('budget')}
      />
      {isTested && <p role="status">{text('assistants.tested')}</p>}
      <div className={lists.buttons}>
        <Button type="submit" kind="primary" busy={saving.phase === 'saving'}>
          {text('assistants.save')}
        </Button>
        {service !== null && (
          <>
            <Button busy={testing.phase === 'saving'} onClick={() => void test()}>
              {text('assistants.test')}
            </Button>
            <Button busy={removing.phase === 'saving'} onClick={() => void removing.run(undefined)}>
              {text('assistants.remove')}
            </Button>
          </>
        )}
      </div>
    </form>
  )
}
