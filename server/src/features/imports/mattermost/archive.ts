import type { Archive } from '../archives/archive.ts'
import type { SourceContext } from '../model.ts'
import type { Report } from '../report.ts'
import type { SourceId } from '../source-id.ts'
import { Manifest } from './manifest.ts'
import type { MattermostNames } from './markdown.ts'
import { isImportedDirect, type Survey, surveyManifest } from './survey.ts'

/** An opened export: everything but the posts and memberships. */
export interface MattermostArchive {
  archive: Archive
  manifest: Manifest
  survey: Survey
  names: MattermostNames
  report: Report
  isImportedDirect(members: readonly SourceId[]): boolean
}

export async function openMattermost(context: SourceContext): Promise<MattermostArchive> {
  const { archive, report } = context
  const manifest = new Manifest(archive)
  const survey = await surveyManifest(manifest, context)
  return {
    archive,
    manifest,
    survey,
    report,
    names: {
      user: (name) => (survey.people.has(name) || survey.bots.has(name) ? name : undefined),
      channel: (name) => (survey.channels.has(name) ? name : undefined),
      hasEmoji: (name) => survey.emoji.has(name),
    },
    isImportedDirect: (members) =>
      isImportedDirect(members, survey.hasSeveralTeams, survey.people, survey.bots),
  }
}
