/** Signing in, people, the back office. */
export const accountErrorHelp = {
  not_signed_in: { cause: 'There is no session, or it has ended.', cure: 'Sign in again. Programs use an API key instead of a session.' },
  invalid_credentials: { cause: 'Username or password is wrong.', cure: 'Check both; a forgotten password can be reset by mail.' },
  no_pending_login: {
    cause: 'The second step came without the first, or later than its time.',
    cure: 'Begin with username and password again.',
  },
  role_forbids: {
    cause: 'The role of this member of the team does not include the call.',
    cure: 'The owner of the account can change the role.',
  },
  team_address_not_allowed: {
    cause: 'The list of allowed IP addresses of the account’s owner binds the members of the team, too.',
    cure: 'Work from a listed address, or ask the owner to add yours.',
  },
  team_two_factor_required: {
    cause: 'The owner of the account requires two-factor authentication, and this member has neither a passkey nor an authenticator app.',
    cure: 'Add one of them under Profile, Security.',
  },
  below_member_floor: {
    cause: 'The owner allows members to accept partly paid invoices only from a percentage of the payable amount: `details.percent`.',
    cure: 'The owner can accept this invoice, or lower the limit on the page of the team.',
  },
  invitation_for_another: {
    cause: 'The signed-in account has another email address than the invitation.',
    cure: 'Sign in with the account of that address, or ask for a new invitation.',
  },
  email_not_verified: {
    cause: 'The email address of the account is not verified.',
    cure: 'Open the link in the mail, or ask for another mail.',
  },
  code_mailed: {
    cause: 'The step needs a code that was just mailed.',
    cure: 'Send the same call again with the code of the mail. It is valid for a few minutes.',
  },
  recent_sign_in_required: {
    cause: 'A sensitive change needs a sign-in that is less than 15 minutes old.',
    cure: 'Confirm the password or the passkey, then send the call again.',
  },
  email_changed_lately: {
    cause: 'A thief who changes the email address reads the new mailbox, so for 7 days it may neither shorten waits nor report a theft.',
    cure: 'Use the link in the mail to the earlier address, or wait until the 7 days are over.',
  },
  wrong_password: { cause: 'The password given as confirmation is wrong.', cure: 'Try again; after several wrong ones there is a pause.' },
  address_not_allowed: {
    cause: 'The account has a list of network addresses for signing in, and yours is not on it.',
    cure: 'Sign in from a listed address, or let a link be mailed that lifts the list once.',
  },
  second_factor_required: {
    cause: 'The owner of the account requires a second factor for this action, given less than 15 minutes ago.',
    cure: 'Confirm with a code of the authenticator app or a passkey, then send the call again.',
  },
  passkey_required: { cause: 'The account confirms with a passkey.', cure: 'Confirm with one of its passkeys.' },
  two_factor_required: {
    cause: 'Administrators need a second factor, and this account has none.',
    cure: 'Add a passkey or an authenticator app under Profile, Security.',
  },
  account_disabled: { cause: 'Whoever runs the gateway has disabled the account.', cure: 'Ask them; the address is on the contact page.' },
  username_taken: { cause: 'Another account has this username.', cure: 'Choose another one.' },
  email_taken: { cause: 'Another account has this email address.', cure: 'Sign in to that account, or use another address.' },
  already_in_team: { cause: 'The person is a member or has an open invitation.', cure: 'Change the role instead of inviting again.' },
  team_full: { cause: 'The team has 50 people, open invitations included.', cure: 'Remove someone, or withdraw an invitation.' },
  last_second_factor: {
    cause: 'The account requires two factors, and this is the last one.',
    cure: 'Add another second factor first, or end the requirement.',
  },
  token_expired: { cause: 'The link in the mail has expired or was already used.', cure: 'Ask for a new mail and open its link.' },
  short_password: { cause: 'The password has fewer than 8 characters.', cure: 'Use a longer one.' },
  weak_password: {
    cause: 'The password has too few kinds of characters for its length.',
    cure: 'Make it longer, or mix letters, digits and signs.',
  },
  guessable_password: {
    cause: 'The password follows a pattern that programs try first.',
    cure: 'Use several unrelated words, or a password manager.',
  },
  common_password: { cause: 'The password is on a list of common ones.', cure: 'Use another one, best from a password manager.' },
  invalid_code: {
    cause: 'The code is wrong, was used, or its time is over.',
    cure: 'Enter the newest code. For authenticator apps, check the clock of the phone.',
  },
  would_lock_you_out: {
    cause: 'The list of allowed addresses does not contain your own.',
    cure: 'Add the address you are signed in from.',
  },
  passkey_refused: {
    cause: 'The passkey is not of this account or of this site, or its answer came too late.',
    cure: 'Try again, or use another one.',
  },
  too_many_passkeys: { cause: 'The account has 20 passkeys.', cure: 'Remove one that is no longer used.' },
  no_second_factor: {
    cause: 'Two factors can be required only where there is a second one.',
    cure: 'Add a passkey or an authenticator app first.',
  },
  WAIT_BEFORE_RESEND: { cause: 'A mail was sent less than a minute ago.', cure: 'Wait, and look into the spam folder.' },
  mail_not_configured: { cause: 'The gateway has no mail server.', cure: 'Whoever runs it sets one up: see the configuration.' },
  bundle_full: { cause: 'The texts of a language have reached 512 KB.', cure: 'Delete keys that no screen uses.' },
  language_taken: { cause: 'The language exists.', cure: 'Change the existing one.' },
  unknown_placeholder: {
    cause: 'The translation has a placeholder in braces that the English text does not have.',
    cure: 'Use the placeholders of the English text only, spelled as there.',
  },
  translator_not_configured: { cause: 'No translation service is set up.', cure: 'Translate by hand, or set one up in the configuration.' },
  translator_failed: { cause: 'The translation service gave no usable answer.', cure: 'Try again, or translate by hand.' },
} as const;
