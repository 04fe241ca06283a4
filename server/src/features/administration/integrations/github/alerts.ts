import { branchOf } from '../git.ts'
import { type Describe, type Handlers, type Phrases, phrased } from '../handlers.ts'
import { code, link, plain, topicOf } from '../markup.ts'
import { textAt } from '../read.ts'
import { actorOf, placeOf } from './common.ts'

/** A security alert: `{it}` is its title as a link, `{severity}` follows in parentheses. */
const alert =
  (titles: readonly string[], severities: readonly string[], addresses: readonly string[]): Describe =>
  (payload) => {
    const severity = plain(textAt(payload, ...severities))
    return {
      topic: topicOf(placeOf(payload), 'security'),
      values: {
        actor: actorOf(payload),
        it: link(textAt(payload, ...titles) || 'an alert', textAt(payload, ...addresses)),
        severity: severity && ` (${severity})`,
        branch: code(branchOf(textAt(payload, 'ref'))),
      },
    }
  }

const raised = ':rotating_light:'
const fixed = ':check:'

const vulnerability = alert(
  ['alert.affected_package_name'],
  ['alert.severity'],
  ['alert.external_reference', 'repository.html_url'],
)
const vulnerabilityPhrases: Phrases = {
  create: `${raised} Vulnerable dependency: {it}{severity}, {alert.external_identifier|alert.ghsa_id}.`,
  reopen: `${raised} Vulnerable dependency again: {it}{severity}.`,
  dismiss: '{actor} dismissed the alert about {it}: {alert.dismiss_reason}.',
  resolve: `${fixed} Vulnerable dependency resolved: {it}.`,
}

const dependabot = alert(
  ['alert.security_advisory.summary', 'alert.dependency.package.name'],
  ['alert.security_vulnerability.severity', 'alert.security_advisory.severity'],
  ['alert.html_url'],
)
const inPackage = 'in `{alert.dependency.package.name}`'
const dependabotPhrases: Phrases = {
  created: `${raised} Dependabot alert: {it} ${inPackage}{severity}.`,
  reintroduced: `${raised} Dependabot alert again: {it} ${inPackage}{severity}.`,
  reopened: `{actor} reopened the Dependabot alert {it} ${inPackage}.`,
  auto_reopened: `${raised} Dependabot alert reopened by a rule: {it} ${inPackage}{severity}.`,
  dismissed: `{actor} dismissed the Dependabot alert {it} ${inPackage}: {alert.dismissed_reason}.`,
  auto_dismissed: `Dependabot alert dismissed by a rule: {it} ${inPackage}.`,
  fixed: `${fixed} Dependabot alert fixed: {it} ${inPackage}.`,
  assignees_changed: `{actor} changed the assignees of the Dependabot alert {it}.`,
}

const codeScanning = alert(
  ['alert.rule.description', 'alert.rule.name', 'alert.rule.id'],
  ['alert.rule.security_severity_level', 'alert.rule.severity'],
  ['alert.html_url'],
)
const codeScanningPhrases: Phrases = {
  created: `${raised} Code scanning alert: {it}{severity}.`,
  appeared_in_branch: `${raised} Code scanning alert: {it}{severity} appeared in {branch}.`,
  reopened: `${raised} Code scanning alert again: {it}{severity}.`,
  reopened_by_user: '{actor} reopened the code scanning alert {it}.',
  closed_by_user: '{actor} dismissed the code scanning alert {it}: {alert.dismissed_reason}.',
  fixed: `${fixed} Code scanning alert fixed: {it}.`,
  updated_assignment: '{actor} changed the assignees of the code scanning alert {it}.',
}

// The secret itself is never in the payload.
const secretScanning = alert(['alert.secret_type_display_name', 'alert.secret_type'], [], ['alert.html_url'])
const secretScanningPhrases: Phrases = {
  created: `${raised} Secret found: {it}.`,
  publicly_leaked: `${raised} Secret found in public: {it}.`,
  validated: 'Secret checked: {it} is {alert.validity}.',
  reopened: `${raised} Secret alert reopened: {it}.`,
  resolved: `${fixed} {actor} resolved the secret alert {it}: {alert.resolution}.`,
  revoked: `${fixed} {actor} revoked the secret {it}.`,
  assigned: '{actor} assigned the secret alert {it}.',
  unassigned: '{actor} unassigned the secret alert {it}.',
}

const globalAdvisory = alert(
  ['security_advisory.summary', 'security_advisory.ghsa_id'],
  ['security_advisory.severity'],
  ['security_advisory.references.0.url'],
)
const globalAdvisoryPhrases: Phrases = {
  published: `${raised} Security advisory {security_advisory.ghsa_id}: {it}{severity}.{>security_advisory.description}`,
  updated: 'Security advisory {security_advisory.ghsa_id} was updated: {it}{severity}.',
  withdrawn: `${fixed} Security advisory {security_advisory.ghsa_id} was withdrawn: {it}.`,
}

const ownAdvisory = alert(
  ['repository_advisory.summary', 'repository_advisory.ghsa_id'],
  ['repository_advisory.severity'],
  ['repository_advisory.html_url'],
)
const ownAdvisoryPhrases: Phrases = {
  published: '{actor} published the security advisory {it}{severity}.{>repository_advisory.description}',
  reported: `${raised} {actor} reported a vulnerability: {it}{severity}.`,
}

export const alertHandlers: Handlers = {
  repository_vulnerability_alert: phrased(vulnerability, vulnerabilityPhrases),
  dependabot_alert: phrased(dependabot, dependabotPhrases),
  code_scanning_alert: phrased(codeScanning, codeScanningPhrases),
  secret_scanning_alert: phrased(secretScanning, secretScanningPhrases),
  security_advisory: phrased(globalAdvisory, globalAdvisoryPhrases),
  repository_advisory: phrased(ownAdvisory, ownAdvisoryPhrases),
}
