import type { ComponentForm, FieldValue, FormField } from '@loquat/contract'
import { type FieldProblem, fieldProblem } from '@loquat/contract/light'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { SelectField, TextArea, TextField } from '../../components/Field.tsx'
import type { Problem } from '../../session/attempt.ts'
import { useText } from '../../texts/texts.tsx'
import styles from './Interactions.module.css'

type Values = Readonly<Record<string, FieldValue>>

interface Props {
  form: ComponentForm
  focusAfter: () => HTMLElement | null
  onSubmit: (values: Values) => Promise<Problem | undefined>
  onClose: () => void
}

/** A short form of a bot. Fields are checked by the rules that the bot declared, here and on the server. */
export function FormDialog({ form, focusAfter, onSubmit, onClose }: Props) {
  const text = useText()
  const id = useId()
  const [values, setValues] = useState<Values>(() => initialValues(form))
  const [problems, setProblems] = useState<ReadonlyMap<string, FieldProblem>>(new Map())
  const [refused, setRefused] = useState<string>()
  const [isSending, setSending] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = new Map(
      form.fields.flatMap((field) => {
        const problem = fieldProblem(field, values[field.id])
        return problem === undefined ? [] : [[field.id, problem] as const]
      }),
    )
    setProblems(found)
    if (found.size > 0 || isSending) return
    setSending(true)
    const problem = await onSubmit(values)
    setSending(false)
    if (problem === undefined) onClose()
    else setRefused(problem.code === 'NETWORK' ? text('common.unreachable') : problem.text)
  }
  return (
    <Dialog
      title={form.title}
      isName
      size="small"
      onClose={onClose}
      focusAfter={focusAfter}
      footer={
        <>
          <Button onClick={onClose}>{text('common.cancel')}</Button>
          <Button kind="primary" type="submit" form={id} busy={isSending}>
            {form.submit_label ?? text('interactions.submit')}
          </Button>
        </>
      }
    >
      <form id={id} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {form.text !== undefined && <p dir="auto">{form.text}</p>}
        {form.fields.map((field, n) => {
          const problem = problems.get(field.id)
          return (
            <Field
              key={field.id}
              field={field}
              isFirst={n === 0}
              value={values[field.id]}
              problem={problem && text(`interactions.${problem.reason}`, problem.params)}
              onChange={(value) => setValues((before) => ({ ...before, [field.id]: value }))}
            />
          )
        })}
        {refused !== undefined && (
          <p role="alert" className={styles.refused}>
            {refused}
          </p>
        )}
      </form>
    </Dialog>
  )
}

const initialValues = (form: ComponentForm): Values =>
  Object.fromEntries(
    form.fields.map((field) => [field.id, field.initial ?? (field.type === 'checkbox' ? false : '')]),
  )

interface FieldProps {
  field: FormField
  isFirst: boolean
  value: FieldValue | undefined
  problem: string | undefined
  onChange: (value: FieldValue) => void
}

function Field({ field, isFirst, value, problem, onChange }: FieldProps) {
  const text = useText()
  const id = useId()
  const common = {
    label: field.required === true ? text('interactions.required', { label: field.label }) : field.label,
    hint: field.hint,
    problem,
    required: field.required,
    'data-autofocus': isFirst || undefined,
  }
  if (field.type === 'checkbox') {
    return (
      <div className={styles.checkbox}>
        <input
          id={id}
          type="checkbox"
          checked={value === true}
          aria-invalid={problem !== undefined || undefined}
          data-autofocus={isFirst || undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <label htmlFor={id}>{common.label}</label>
        {problem !== undefined ? (
          <p role="alert" className={styles.refused}>
            {problem}
          </p>
        ) : (
          field.hint !== undefined && <p>{field.hint}</p>
        )}
      </div>
    )
  }
  const shown = typeof value === 'string' ? value : ''
  if (field.type === 'select') {
    const none = { value: '', label: text('interactions.choose') }
    return <SelectField {...common} options={[none, ...field.options]} value={shown} onChange={onChange} />
  }
  const input = {
    ...common,
    value: shown,
    placeholder: field.placeholder,
    maxLength: field.max_length,
  }
  return field.multiline === true ? (
    <TextArea {...input} onChange={(event) => onChange(event.target.value)} />
  ) : (
    <TextField
      {...input}
      inputMode={field.format === 'number' ? 'decimal' : field.format === 'any' ? 'text' : field.format}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
