export interface Warning {
  key: string
  text: string
  kind: 'info' | 'danger'
  actions: { label: string; run: () => void }[]
}
