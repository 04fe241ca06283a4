import * as auditEndpoints from '../endpoints/audit.ts'
import * as discoveryEndpoints from '../endpoints/discovery.ts'
import * as domainEndpoints from '../endpoints/domains.ts'
import * as exportEndpoints from '../endpoints/exports.ts'
import * as guestExpiryEndpoints from '../endpoints/guest-expiry.ts'
import * as importEndpoints from '../endpoints/imports.ts'
import * as integrationEndpoints from '../endpoints/integrations.ts'
import * as invitationEndpoints from '../endpoints/invitations.ts'
import * as legalHoldEndpoints from '../endpoints/legal-holds.ts'
import * as linkifierEndpoints from '../endpoints/linkifiers.ts'
import * as organizationEndpoints from '../endpoints/organization.ts'
import * as pictureEndpoints from '../endpoints/pictures.ts'
import * as profileFieldEndpoints from '../endpoints/profile-fields.ts'
import * as realmEndpoints from '../endpoints/realm.ts'
import * as scimEndpoints from '../endpoints/scim.ts'
import * as serverEndpoints from '../endpoints/server.ts'
import * as serverStatusEndpoints from '../endpoints/server-status.ts'
import * as statisticsEndpoints from '../endpoints/statistics.ts'
import * as summaryEndpoints from '../endpoints/summaries.ts'
import * as userGroupEndpoints from '../endpoints/user-groups.ts'

/** Endpoints about the organization and the server. */
export const organizationAreas = {
  server: {
    getServerSettings: serverEndpoints.getServerSettings,
    fetchApiKey: serverEndpoints.fetchApiKey,
  },
  invitations: {
    getInvitations: invitationEndpoints.getInvitations,
    sendInvitations: invitationEndpoints.sendInvitations,
    createInvitationLink: invitationEndpoints.createInvitationLink,
    revokeInvitation: invitationEndpoints.revokeInvitation,
    revokeInvitationLink: invitationEndpoints.revokeInvitationLink,
    resendInvitation: invitationEndpoints.resendInvitation,
    getJoining: invitationEndpoints.getJoining,
    requestJoining: invitationEndpoints.requestJoining,
    join: invitationEndpoints.join,
  },
  integrations: {
    checkIntegration: integrationEndpoints.checkIntegration,
    postToIntegration: integrationEndpoints.postToIntegration,
  },
  profileFields: {
    getProfileFields: profileFieldEndpoints.getProfileFields,
    createProfileField: profileFieldEndpoints.createProfileField,
    reorderProfileFields: profileFieldEndpoints.reorderProfileFields,
    updateProfileField: profileFieldEndpoints.updateProfileField,
    deleteProfileField: profileFieldEndpoints.deleteProfileField,
    updateProfileData: profileFieldEndpoints.updateProfileData,
    deleteProfileData: profileFieldEndpoints.deleteProfileData,
  },
  guestExpiry: {
    getGuestExpiries: guestExpiryEndpoints.getGuestExpiries,
    setGuestExpiry: guestExpiryEndpoints.setGuestExpiry,
  },
  legalHolds: {
    getLegalHolds: legalHoldEndpoints.getLegalHolds,
    createLegalHold: legalHoldEndpoints.createLegalHold,
    releaseLegalHold: legalHoldEndpoints.releaseLegalHold,
  },
  discovery: {
    getDiscoveryExports: discoveryEndpoints.getDiscoveryExports,
    requestDiscoveryExport: discoveryEndpoints.requestDiscoveryExport,
    deleteDiscoveryExport: discoveryEndpoints.deleteDiscoveryExport,
  },
  realmSettings: {
    updateRealm: realmEndpoints.updateRealm,
  },
  domains: {
    getDomains: domainEndpoints.getDomains,
    addDomain: domainEndpoints.addDomain,
    updateDomain: domainEndpoints.updateDomain,
    removeDomain: domainEndpoints.removeDomain,
  },
  organization: {
    updateUserSettingsDefaults: organizationEndpoints.updateUserSettingsDefaults,
    deactivateRealm: organizationEndpoints.deactivateRealm,
    checkSubdomain: organizationEndpoints.checkSubdomain,
  },
  exports: {
    getExports: exportEndpoints.getExports,
    requestExport: exportEndpoints.requestExport,
    deleteExport: exportEndpoints.deleteExport,
    getExportConsents: exportEndpoints.getExportConsents,
  },
  imports: {
    getImport: importEndpoints.getImport,
    createImport: importEndpoints.createImport,
    startImport: importEndpoints.startImport,
    deleteImport: importEndpoints.deleteImport,
    getImportedUsers: importEndpoints.getImportedUsers,
  },
  statistics: {
    getStatistics: statisticsEndpoints.getStatistics,
  },
  auditLog: {
    getAuditLog: auditEndpoints.getAuditLog,
    getAuditWebhook: auditEndpoints.getAuditWebhook,
    setAuditWebhook: auditEndpoints.setAuditWebhook,
    deleteAuditWebhook: auditEndpoints.deleteAuditWebhook,
  },
  scim: {
    getScim: scimEndpoints.getScim,
    createScimToken: scimEndpoints.createScimToken,
    revokeScimToken: scimEndpoints.revokeScimToken,
  },
  summaries: {
    summarizeMessages: summaryEndpoints.summarizeMessages,
    getSummaryService: summaryEndpoints.getSummaryService,
    setSummaryService: summaryEndpoints.setSummaryService,
    deleteSummaryService: summaryEndpoints.deleteSummaryService,
    testSummaryService: summaryEndpoints.testSummaryService,
  },
  serverStatus: {
    getServerStatus: serverStatusEndpoints.getServerStatus,
    retryDeliveries: serverStatusEndpoints.retryDeliveries,
  },
  linkifiers: {
    getLinkifiers: linkifierEndpoints.getLinkifiers,
    addLinkifier: linkifierEndpoints.addLinkifier,
    editLinkifier: linkifierEndpoints.editLinkifier,
    removeLinkifier: linkifierEndpoints.removeLinkifier,
    reorderLinkifiers: linkifierEndpoints.reorderLinkifiers,
    addPlayground: linkifierEndpoints.addPlayground,
    removePlayground: linkifierEndpoints.removePlayground,
  },
  realmPictures: {
    getIcon: pictureEndpoints.getIcon,
    setIcon: pictureEndpoints.setIcon,
    removeIcon: pictureEndpoints.removeIcon,
    getLogo: pictureEndpoints.getLogo,
    setLogo: pictureEndpoints.setLogo,
    removeLogo: pictureEndpoints.removeLogo,
  },
  customEmoji: {
    getCustomEmoji: pictureEndpoints.getCustomEmoji,
    addCustomEmoji: pictureEndpoints.addCustomEmoji,
    addEmojiArchive: pictureEndpoints.addEmojiArchive,
    removeCustomEmoji: pictureEndpoints.removeCustomEmoji,
  },
  userGroups: {
    getUserGroups: userGroupEndpoints.getUserGroups,
    createUserGroup: userGroupEndpoints.createUserGroup,
    updateUserGroup: userGroupEndpoints.updateUserGroup,
    deactivateUserGroup: userGroupEndpoints.deactivateUserGroup,
    changeGroupMembers: userGroupEndpoints.changeGroupMembers,
    changeSubgroups: userGroupEndpoints.changeSubgroups,
    getGroupMembers: userGroupEndpoints.getGroupMembers,
    isGroupMember: userGroupEndpoints.isGroupMember,
    getSubgroups: userGroupEndpoints.getSubgroups,
  },
} as const
