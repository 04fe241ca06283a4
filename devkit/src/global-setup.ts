import type { TestProject } from 'vitest/node'
import { runOutsideTransaction, startPostgres, templateName } from './postgres.ts'
import { fillTemplate } from './template.ts'

/** One PostgreSQL per run; each world is a copy of the template made here. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  const connection = postgres.connection('postgres')
  await runOutsideTransaction(connection, `create database ${templateName}`)
  await fillTemplate(postgres.connection(templateName))
  project.provide('postgres', connection)
  return postgres.stop
}
