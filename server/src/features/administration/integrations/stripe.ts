import { byEvent, type Describe, type Phrases, sentences } from './handlers.ts'
import type { Integration } from './integration.ts'
import { inParentheses, link, plain, time } from './markup.ts'
import { textAt, valueAt } from './read.ts'
import { readable } from './status.ts'

/** Currencies without a smaller unit: their amounts are not multiplied by 100. */
const wholeCurrencies = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'.split(' '))

/** `2000`, `eur` → `20.00 EUR` */
function money(amount: string, currency: string): string {
  const number = Number(amount)
  if (amount === '' || !Number.isFinite(number)) return 'an amount'
  const isWhole = wholeCurrencies.has(currency.toLowerCase())
  return `${isWhole ? number : (number / 100).toFixed(2)} ${plain(currency, 10).toUpperCase()}`.trim()
}

/** `{it}` links to the object in the dashboard, `{amount}` and `{customer}` describe it. */
const object =
  (topic: string, page: string): Describe =>
  (payload) => {
    const id = textAt(payload, 'data.object.id')
    const mode = valueAt(payload, 'livemode') === false ? 'test/' : ''
    const amounts = ['amount_paid', 'amount_due', 'amount_total', 'amount_refunded', 'amount', 'plan.amount']
    const customer = textAt(
      payload,
      ...[
        'customer_email',
        'receipt_email',
        'billing_details.email',
        'customer_details.email',
        'email',
        'name',
        'customer',
      ].map((field) => `data.object.${field}`),
    )
    return {
      topic,
      values: {
        it: link(
          textAt(payload, 'data.object.number', 'data.object.name') || id || 'details',
          id && `https://dashboard.stripe.com/${mode}${page}/${id}`,
        ),
        amount: money(
          amounts.map((field) => textAt(payload, `data.object.${field}`)).find((text) => Number(text) > 0) ??
            '',
          textAt(payload, 'data.object.currency', 'data.object.plan.currency'),
        ),
        customer: inParentheses(plain(customer)),
        status: readable(textAt(payload, 'data.object.status')),
        trialEnd: time(textAt(payload, 'data.object.trial_end')),
      },
    }
  }

const charges: Phrases = {
  'charge.succeeded': ':check: Payment of {amount}: {it}{customer}.',
  'charge.failed': ':cross_mark: Payment of {amount} failed: {it}{customer}.{>data.object.failure_message}',
  'charge.refunded': 'Refund of {amount}: {it}{customer}.',
  'charge.expired': 'Payment of {amount} expired uncaptured: {it}{customer}.',
  'charge.dispute.created': ':rotating_light: Dispute about {amount} (`{data.object.reason}`): {it}.',
  'charge.dispute.updated': 'Dispute about {amount} updated ({status}): {it}.',
  'charge.dispute.closed': 'Dispute about {amount} closed ({status}): {it}.',
}
const payments: Phrases = {
  'payment_intent.succeeded': ':check: Payment of {amount} succeeded: {it}{customer}.',
  'payment_intent.payment_failed':
    ':cross_mark: Payment of {amount} failed: {it}{customer}.{>data.object.last_payment_error.message}',
  'payment_intent.canceled': 'Payment of {amount} canceled: {it}{customer}.',
}
const checkouts: Phrases = {
  'checkout.session.completed': ':check: Checkout of {amount} completed: {it}{customer}.',
  'checkout.session.expired': 'Checkout expired: {it}{customer}.',
  'checkout.session.async_payment_succeeded':
    ':check: Delayed payment of {amount} succeeded: {it}{customer}.',
  'checkout.session.async_payment_failed': ':cross_mark: Delayed payment of {amount} failed: {it}{customer}.',
}
const customers: Phrases = {
  'customer.created': 'New customer: {it}{customer}.',
  'customer.updated': 'Customer updated: {it}{customer}.',
  'customer.deleted': 'Customer deleted: {it}{customer}.',
}
const subscriptions: Phrases = {
  'customer.subscription.created': ':tada: New subscription ({status}): {it}{customer}.',
  'customer.subscription.updated': 'Subscription updated ({status}): {it}{customer}.',
  'customer.subscription.deleted': ':prohibited: Subscription ended: {it}{customer}.',
  'customer.subscription.paused': 'Subscription paused: {it}{customer}.',
  'customer.subscription.resumed': 'Subscription resumed: {it}{customer}.',
  'customer.subscription.trial_will_end': ':warning: Trial ends {trialEnd}: {it}{customer}.',
}
const invoices: Phrases = {
  'invoice.created': 'New invoice over {amount}: {it}{customer}.',
  'invoice.finalized': 'Invoice over {amount} finalized: {it}{customer}.',
  'invoice.paid': ':check: Invoice over {amount} paid: {it}{customer}.',
  'invoice.payment_failed': ':cross_mark: Payment of the invoice over {amount} failed: {it}{customer}.',
  'invoice.payment_action_required':
    ':warning: Invoice over {amount} needs an action of the customer: {it}{customer}.',
  'invoice.upcoming': 'Upcoming invoice over {amount}{customer}.',
  'invoice.voided': 'Invoice over {amount} voided: {it}{customer}.',
  'invoice.marked_uncollectible': 'Invoice over {amount} marked uncollectible: {it}{customer}.',
}
const payouts: Phrases = {
  'payout.created': 'New payout of {amount}: {it}.',
  'payout.paid': ':check: Payout of {amount} paid: {it}.',
  'payout.failed': ':cross_mark: Payout of {amount} failed: {it}.{>data.object.failure_message}',
  'payout.canceled': 'Payout of {amount} canceled: {it}.',
}
const reviews: Phrases = {
  'review.opened': ':eyes: Payment needs a review (`{data.object.reason}`): {it}.',
  'review.closed': 'Review of a payment closed (`{data.object.closed_reason}`): {it}.',
  'radar.early_fraud_warning.created': ':rotating_light: Fraud warning (`{data.object.fraud_type}`): {it}.',
}

export const stripe: Integration = {
  name: 'stripe',
  title: 'Stripe',
  category: 'Finance',
  description: 'Posts payments, invoices, subscriptions, disputes and payouts.',
  eventOf: (payload) => textAt(payload, 'type'),
  ...byEvent({
    ...sentences(object('charges', 'payments'), charges),
    ...sentences(object('payments', 'payments'), payments),
    ...sentences(object('checkouts', 'checkout/sessions'), checkouts),
    ...sentences(object('customers', 'customers'), customers),
    ...sentences(object('subscriptions', 'subscriptions'), subscriptions),
    ...sentences(object('invoices', 'invoices'), invoices),
    ...sentences(object('payouts', 'payouts'), payouts),
    ...sentences(object('reviews', 'radar/reviews'), reviews),
  }),
}
