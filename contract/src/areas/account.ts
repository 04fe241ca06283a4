import * as alertWordEndpoints from '../endpoints/alert-words.ts'
import * as appEndpoints from '../endpoints/apps.ts'
import * as botEndpoints from '../endpoints/bots.ts'
import * as dataCopyEndpoints from '../endpoints/data-copies.ts'
import * as deviceEndpoints from '../endpoints/devices.ts'
import * as erasureEndpoints from '../endpoints/erasure.ts'
import * as externalLoginEndpoints from '../endpoints/external-login.ts'
import * as feedEndpoints from '../endpoints/feeds.ts'
import * as mutedUserEndpoints from '../endpoints/muted-users.ts'
import * as onboardingEndpoints from '../endpoints/onboarding.ts'
import * as pictureEndpoints from '../endpoints/pictures.ts'
import * as presenceEndpoints from '../endpoints/presence.ts'
import * as secondFactorEndpoints from '../endpoints/second-factors.ts'
import * as settingEndpoints from '../endpoints/settings.ts'
import * as signInEndpoints from '../endpoints/sign-in.ts'
import * as signInPolicyEndpoints from '../endpoints/sign-in-policy.ts'
import * as tokenEndpoints from '../endpoints/tokens.ts'
import * as userStatusEndpoints from '../endpoints/user-status.ts'
import * as userEndpoints from '../endpoints/users.ts'
import * as webPushEndpoints from '../endpoints/web-push.ts'

/** Endpoints about people, bots, and how they sign in. */
export const accountAreas = {
  signIn: {
    logIn: signInEndpoints.logIn,
    getSessions: signInEndpoints.getSessions,
    logOut: signInEndpoints.logOut,
    endSession: signInEndpoints.endSession,
    endOtherSessions: signInEndpoints.endOtherSessions,
    showApiKey: signInEndpoints.showApiKey,
    requestPasswordReset: signInEndpoints.requestPasswordReset,
    checkPassword: signInEndpoints.checkPassword,
    getPasswordReset: signInEndpoints.getPasswordReset,
    resetPassword: signInEndpoints.resetPassword,
    confirmEmail: signInEndpoints.confirmEmail,
    unsubscribeFromEmails: signInEndpoints.unsubscribeFromEmails,
  },
  externalLogin: {
    fetchApiKeyForDevelopment: externalLoginEndpoints.fetchApiKeyForDevelopment,
    listUsersForDevelopment: externalLoginEndpoints.listUsersForDevelopment,
    fetchApiKeyByToken: externalLoginEndpoints.fetchApiKeyByToken,
  },
  users: {
    getOwnUser: userEndpoints.getOwnUser,
    getUsers: userEndpoints.getUsers,
    getUser: userEndpoints.getUser,
    createUser: userEndpoints.createUser,
    updateUser: userEndpoints.updateUser,
    getUserByEmail: userEndpoints.getUserByEmail,
    updateUserByEmail: userEndpoints.updateUserByEmail,
    deactivateUser: userEndpoints.deactivateUser,
    deactivateOwnUser: userEndpoints.deactivateOwnUser,
    reactivateUser: userEndpoints.reactivateUser,
    regenerateApiKey: userEndpoints.regenerateApiKey,
  },
  bots: {
    getBots: botEndpoints.getBots,
    createBot: botEndpoints.createBot,
    updateBot: botEndpoints.updateBot,
    deactivateBot: botEndpoints.deactivateBot,
    regenerateBotApiKey: botEndpoints.regenerateBotApiKey,
    getBotStorage: botEndpoints.getBotStorage,
    updateBotStorage: botEndpoints.updateBotStorage,
    clearBotStorage: botEndpoints.clearBotStorage,
  },
  feeds: {
    getFeeds: feedEndpoints.getFeeds,
    addFeed: feedEndpoints.addFeed,
    removeFeed: feedEndpoints.removeFeed,
    getChannelFeeds: feedEndpoints.getChannelFeeds,
    addChannelFeed: feedEndpoints.addChannelFeed,
    removeChannelFeed: feedEndpoints.removeChannelFeed,
  },
  presence: {
    updatePresence: presenceEndpoints.updatePresence,
    getPresence: presenceEndpoints.getPresence,
    getRealmPresence: presenceEndpoints.getRealmPresence,
  },
  userStatus: {
    updateStatus: userStatusEndpoints.updateStatus,
    getStatus: userStatusEndpoints.getStatus,
  },
  tokens: {
    getTokens: tokenEndpoints.getTokens,
    createToken: tokenEndpoints.createToken,
    revokeToken: tokenEndpoints.revokeToken,
    getAllTokens: tokenEndpoints.getAllTokens,
  },
  apps: {
    getApps: appEndpoints.getApps,
    registerApp: appEndpoints.registerApp,
    updateApp: appEndpoints.updateApp,
    replaceAppSecret: appEndpoints.replaceAppSecret,
    deleteApp: appEndpoints.deleteApp,
    getConnectedApps: appEndpoints.getConnectedApps,
    disconnectApp: appEndpoints.disconnectApp,
  },
  secondFactors: {
    getFactors: secondFactorEndpoints.getFactors,
    startTotp: secondFactorEndpoints.startTotp,
    confirmTotp: secondFactorEndpoints.confirmTotp,
    removeTotp: secondFactorEndpoints.removeTotp,
    startPasskey: secondFactorEndpoints.startPasskey,
    addPasskey: secondFactorEndpoints.addPasskey,
    renamePasskey: secondFactorEndpoints.renamePasskey,
    removePasskey: secondFactorEndpoints.removePasskey,
    createRecoveryCodes: secondFactorEndpoints.createRecoveryCodes,
    forgetBrowser: secondFactorEndpoints.forgetBrowser,
    resetFactors: secondFactorEndpoints.resetFactors,
    startProof: secondFactorEndpoints.startProof,
    proveIdentity: secondFactorEndpoints.proveIdentity,
  },
  signInPolicy: {
    getSignInPolicy: signInPolicyEndpoints.getSignInPolicy,
    updateSignInPolicy: signInPolicyEndpoints.updateSignInPolicy,
    signOutUser: signInPolicyEndpoints.signOutUser,
  },
  dataCopies: {
    getDataCopy: dataCopyEndpoints.getDataCopy,
    requestDataCopy: dataCopyEndpoints.requestDataCopy,
  },
  erasure: {
    eraseUser: erasureEndpoints.eraseUser,
    getErasure: erasureEndpoints.getErasure,
  },
  onboarding: {
    markOnboardingStep: onboardingEndpoints.markOnboardingStep,
  },
  devices: {
    registerAppleDevice: deviceEndpoints.registerAppleDevice,
    removeAppleDevice: deviceEndpoints.removeAppleDevice,
    registerAndroidDevice: deviceEndpoints.registerAndroidDevice,
    removeAndroidDevice: deviceEndpoints.removeAndroidDevice,
    sendTestNotification: deviceEndpoints.sendTestNotification,
  },
  webPush: {
    subscribeToPush: webPushEndpoints.subscribeToPush,
    unsubscribeFromPush: webPushEndpoints.unsubscribeFromPush,
  },
  avatars: {
    setAvatar: pictureEndpoints.setAvatar,
    removeAvatar: pictureEndpoints.removeAvatar,
  },
  settings: {
    updateSettings: settingEndpoints.updateSettings,
    updateDisplaySettings: settingEndpoints.updateDisplaySettings,
    updateNotificationSettings: settingEndpoints.updateNotificationSettings,
  },
  alertWords: {
    getAlertWords: alertWordEndpoints.getAlertWords,
    addAlertWords: alertWordEndpoints.addAlertWords,
    removeAlertWords: alertWordEndpoints.removeAlertWords,
  },
  mutedUsers: {
    muteUser: mutedUserEndpoints.muteUser,
    unmuteUser: mutedUserEndpoints.unmuteUser,
  },
} as const
