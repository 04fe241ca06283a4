import type { StatisticsPeriod } from '@loquat/contract'
import { api } from '../session/api.ts'
import { useResource } from '../session/resource.ts'

/** Statistics of the organization for the last days. */
export const useStatistics = (days: StatisticsPeriod) =>
  useResource(
    `statistics ${days}`,
    async (signal) => (await api.getStatistics({ days }, { signal })).statistics,
  )
