import { z } from 'zod'
import { event } from '../event.ts'

export const zoomTokenChanged = event(
  'has_zoom_token',
  null,
  'The recipient connected Zoom, or has to connect it again.',
  { value: z.boolean() },
)
