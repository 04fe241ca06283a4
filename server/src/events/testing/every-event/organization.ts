import { publishRestart } from '../../../features/clients/restart/publish.ts'
import { picture } from '../../../features/identity/pictures/testing/fixtures.ts'
import { administrators, type EventTable, everyone, nobody } from './stage.ts'

const domain = 'orchard.example.net'

/** The organization: everyone receives its settings, only administrators receive data exports. */
export const organization = {
  restart: {
    'the server restarts': { to: everyone, by: ({ app }) => publishRestart(app) },
  },
  web_reload_client: {
    'the server restarts, possibly with a newer web app': {
      to: everyone,
      by: ({ app }) => publishRestart(app),
    },
  },
  'realm:update': {
    'a setting is changed': {
      to: everyone,
      by: ({ bob }) => bob.api.updateRealm({ description: 'Fruit of all kinds' }),
    },
  },
  'realm:update_dict': {
    'a permission is changed': {
      to: everyone,
      by: ({ alice, carol }) =>
        alice.api.updateRealm({
          can_create_groups: { new: { direct_members: [carol.id], direct_subgroups: [] } },
        }),
    },
  },
  'realm_domains:add': {
    'a domain is added': {
      to: everyone,
      by: ({ alice }) => alice.api.addDomain({ domain, allow_subdomains: false }),
    },
  },
  'realm_domains:change': {
    'subdomains are allowed': {
      to: everyone,
      by: ({ alice }) => alice.api.updateDomain({ domain, allow_subdomains: true }),
    },
  },
  'realm_domains:remove': {
    'a domain is removed': {
      to: everyone,
      by: ({ alice }) => alice.api.removeDomain({ domain }),
    },
  },
  'realm_user_settings_defaults:update': {
    'a default setting of new users is changed': {
      to: everyone,
      by: ({ bob }) => bob.api.updateUserSettingsDefaults({ high_contrast_mode: true }),
    },
  },
  realm_linkifiers: {
    'a linkifier is added': {
      to: everyone,
      old: nobody,
      by: ({ bob }) =>
        bob.api.addLinkifier({
          pattern: 'F-(?P<number>[0-9]+)',
          url_template: 'https://example.com/{number}',
        }),
    },
  },
  realm_playgrounds: {
    'a playground is added': {
      to: everyone,
      by: ({ bob }) =>
        bob.api.addPlayground({
          name: 'Field',
          highlight_language: 'Python',
          url_template: 'https://example.com/{code}',
        }),
    },
  },
  'realm_emoji:update': {
    'a custom emoji is added': {
      to: everyone,
      given: async ({ carol }) => {
        const files = [await picture('fig.png')]
        return () => carol.api.addCustomEmoji({ emoji_name: 'fig' }, { files })
      },
    },
  },
  realm_export: {
    'an export is requested': {
      to: administrators,
      by: ({ bob }) => bob.api.requestExport({}),
    },
  },
  realm_export_consent: {
    'a user consents to the export of their data': {
      to: administrators,
      by: ({ carol }) => carol.api.updateSettings({ allow_private_data_export: true }),
    },
  },
} satisfies EventTable
