import type { SourceKind } from './model.ts'
import { zulip } from './zulip/zulip.ts'

/** The products whose archives can be imported. */
export const sourceKinds: readonly SourceKind[] = [zulip]
