import type { AuditEntry } from '#shared/contracts/audit.ts';

/** Says what was done, in the past tense and after "could not"; the name of the object follows where there is one. */
const VERBS: Readonly<Record<string, readonly [done: string, refused: string]>> = {
  'session.register': ['created an account', 'create an account'],
  'session.sign-in': ['signed in', 'sign in'],
  'session.sign-out': ['signed out', 'sign out'],
  'session.reauthenticate': ['confirmed their identity', 'confirm their identity'],
  'session.end': ['ended a session', 'end a session'],
  'session.end-all': ['ended all other sessions', 'end all other sessions'],
  'token.create': ['created the API token', 'create the API token'],
  'token.update': ['changed the API token', 'change the API token'],
  'token.revoke': ['revoked the API token', 'revoke the API token'],
  'user.create': ['created the account', 'create the account'],
  'user.update': ['changed the account', 'change the account'],
  'user.delete': ['deleted the account', 'delete the account'],
  'user.password': ['changed the password', 'change the password'],
  'user.lift-limits': ['lifted the sign-in limits of', 'lift the sign-in limits of'],
  'user.add-factor': ['set up an authenticator app', 'set up an authenticator app'],
  'user.remove-factors': ['removed the second factor of', 'remove the second factor of'],
  'user.new-recovery-codes': ['created new recovery codes', 'create new recovery codes'],
  'user.add-passkey': ['added a passkey', 'add a passkey'],
  'user.rename-passkey': ['renamed a passkey', 'rename a passkey'],
  'user.remove-passkey': ['removed a passkey', 'remove a passkey'],
  'user.disable-passkey': ['used a passkey that was then disabled', 'use a passkey'],
  'user.link-company': ['connected the company’s sign-in with', 'connect the company’s sign-in with'],
  'user.recovery-code': ['used a recovery code', 'use a recovery code'],
  'user.confirm-email': ['confirmed the email address', 'confirm the email address'],
  'user.profile': ['changed the profile', 'change the profile'],
  'user.picture': ['changed the profile picture', 'change the profile picture'],
  'user.preferences': ['changed preferences', 'change preferences'],
  'user.notifications': ['changed notifications', 'change notifications'],
  'room.appoint': ['appointed staff of the room', 'appoint staff of the room'],
  'room.remove-staff': ['removed staff of the room', 'remove staff of the room'],
  'room.emergency-access': ['opened emergency access to the room', 'open emergency access to the room'],
  'room.state': ['changed the state of the room', 'change the state of the room'],
  'room.order': ['changed the order of', 'change the order of'],
  'room.export-index': ['exported the index of', 'export the index of'],
  'room.export-analytics': ['exported the analytics of', 'export the analytics of'],
  'room.import-index': ['imported an index into', 'import an index into'],
  'room.freeze-numbers': ['froze the numbers of', 'freeze the numbers of'],
  'placeholder.create': ['added a placeholder to', 'add a placeholder to'],
  'placeholder.update': ['changed a placeholder of', 'change a placeholder of'],
  'placeholder.delete': ['removed a placeholder of', 'remove a placeholder of'],
  'folder.create': ['created the folder', 'create the folder'],
  'folder.rename': ['renamed the folder', 'rename the folder'],
  'folder.move': ['moved the folder', 'move the folder'],
  'folder.delete': ['deleted the folder', 'delete the folder'],
  'folder.restore': ['restored the folder', 'restore the folder'],
  'folder.purge': ['permanently deleted the folder', 'permanently delete the folder'],
  'folder.archive': ['downloaded the folder', 'download the folder'],
  'folder.activity-export': ['exported the activity of', 'export the activity of'],
  'collaborator.add': ['added a collaborator to', 'add a collaborator to'],
  'collaborator.remove': ['removed a collaborator from', 'remove a collaborator from'],
  'file.upload': ['uploaded', 'upload'],
  'file.view': ['viewed', 'view'],
  'file.view-online': ['opened the online viewer for', 'open the online viewer for'],
  'file.virus-found': ['found a virus in', 'scan'],
  'file.scan-failed': ['could not scan', 'scan'],
  'file.scan-cleared': ['found no virus any more in', 'scan'],
  'file.download': ['downloaded', 'download'],
  'file.archive': ['downloaded files as an archive', 'download files as an archive'],
  'file.rename': ['renamed', 'rename'],
  'file.move': ['moved', 'move'],
  'file.delete': ['deleted', 'delete'],
  'file.restore': ['restored', 'restore'],
  'file.purge': ['permanently deleted', 'permanently delete'],
  'file.allow-download': ['changed the download permission of', 'change the download permission of'],
  'file.add-version': ['added a version of', 'add a version of'],
  'file.restore-version': ['restored a version of', 'restore a version of'],
  'file.withdraw-version': ['withdrew a version of', 'withdraw a version of'],
  'file.recognize': ['had the text recognized of', 'have the text recognized of'],
  'file.views-export': ['exported the views of', 'export the views of'],
  'file.comparison-export': ['downloaded a comparison of', 'download a comparison of'],
  'import.create': ['began an import into', 'begin an import into'],
  'import.apply': ['imported files into', 'import files into'],
  'import.discard': ['discarded an import into', 'discard an import into'],
  'area.create': ['added an area to the request list of', 'add an area to the request list of'],
  'area.update': ['renamed an area of the request list of', 'rename an area of the request list of'],
  'area.delete': ['deleted an area of the request list of', 'delete an area of the request list of'],
  'request.create': ['added the request', 'add the request'],
  'request.update': ['changed the request', 'change the request'],
  'request.delete': ['deleted the request', 'delete the request'],
  'request.import': ['imported requests into', 'import requests into'],
  'request.add-files': ['attached files to the request', 'attach files to the request'],
  'request.remove-file': ['detached a file from the request', 'detach a file from the request'],
  'search.ask': ['asked a question', 'ask a question'],
  'search.ask-model': ['asked the language model', 'ask the language model'],
  'search.reindex': ['rebuilt the search index', 'rebuild the search index'],
  'search.export': ['exported search results', 'export search results'],
  'saved-search.create': ['saved a search', 'save a search'],
  'saved-search.update': ['changed the alerts of a saved search', 'change the alerts of a saved search'],
  'saved-search.delete': ['deleted a saved search', 'delete a saved search'],
  'room.synonyms': ['changed the synonyms of', 'change the synonyms of'],
  'invitation.create': ['invited', 'invite'],
  'invitation.resend': ['renewed the invitation of', 'renew the invitation of'],
  'invitation.revoke': ['revoked the invitation of', 'revoke the invitation of'],
  'invitation.accept': ['accepted the invitation', 'accept the invitation'],
  'link.block': ['blocked an address in the link', 'block an address in the link'],
  'link.export': ['exported links', 'export links'],
  'terms.create': ['created the terms', 'create the terms'],
  'terms.rename': ['renamed the terms', 'rename the terms'],
  'terms.publish': ['published a new version of the terms', 'publish a new version of the terms'],
  'terms.delete': ['deleted the terms', 'delete the terms'],
  'terms.accept': ['accepted the terms', 'accept the terms'],
  'terms.export': ['exported the acceptances of terms', 'export the acceptances of terms'],
  'visitor.enter': ['entered as a visitor', 'enter as a visitor'],
  'visitor.leave': ['left', 'leave'],
  'exposure.settings': ['changed the exposure checks of', 'change the exposure checks of'],
  'exposure.check': ['checked the exposure to', 'check the exposure to'],
  'exposure.decide': ['decided findings for', 'decide findings for'],
  'exposure.sign-off': ['signed off the exposure check of', 'sign off the exposure check of'],
  'exposure.export': ['exported the exposure check of', 'export the exposure check of'],
  'copy.create': ['began a copy to another room from', 'copy to another room from'],
  'copy.apply': ['copied from another room into', 'copy from another room into'],
  'template.create': ['saved a template of', 'save a template of'],
  'template.delete': ['deleted a room template', 'delete a room template'],
  'archive.create': ['created an archive of', 'create an archive of'],
  'archive.download': ['downloaded an archive of', 'download an archive of'],
  'archive.verify': ['verified an archive of', 'verify an archive of'],
  'archive.delete': ['deleted an archive of', 'delete an archive of'],
  'settings.update': ['changed the system settings', 'change the system settings'],
  'follow.add': ['followed', 'follow'],
  'follow.remove': ['stopped following', 'stop following'],
  'digest.update': ['changed the digest of', 'change the digest of'],
  'digest.unsubscribe': ['ended the digest of', 'end the digest of'],
  'webhook.create': ['created a webhook', 'create a webhook'],
  'webhook.update': ['changed a webhook', 'change a webhook'],
  'webhook.delete': ['deleted a webhook', 'delete a webhook'],
  'audit.export': ['exported the audit log', 'export the audit log'],
  'subject.search': ['searched for personal data', 'search for personal data'],
  'subject.export': ['exported the data of a person', 'export the data of a person'],
  'subject.erase': ['erased a person', 'erase a person'],
  'subject.own-data': ['downloaded their own data', 'download their own data'],
  'receipt.create': ['received a receipt on', 'receive a receipt on'],
  'keys.sign': ['replaced the signing key', 'replace the signing key'],
  'scan.request': ['requested a virus scan of stored files', 'request a virus scan'],
  'maintenance.approve': ['approved a maintenance task', 'approve a maintenance task'],
};

const SCAN_RESULTS = /^file\.(?:virus-found|scan-)/;

interface AuditSentence {
  readonly actor: string;
  readonly verb: string;
  /** The name of the object; `null` if there is none or it is the actor. */
  readonly object: string | null;
  /** The page of the object; `null` if it has none any more. */
  readonly href: string | null;
}

/** Describes an audit entry as a sentence: who did, or could not do, what. */
export function describeEntry(entry: AuditEntry): AuditSentence {
  const { actor, action, object, result } = entry;
  const isActor = object?.kind === 'user' && actor.kind === 'user' && object.id === actor.id;
  const isGone = action.endsWith('.delete') || action.endsWith('.purge');
  const hasPage = !isGone && (object?.kind === 'file' || object?.kind === 'folder');
  return {
    actor: SCAN_RESULTS.test(action) ? 'The virus scanner' : `${formatActor(actor)}${formatProgram(entry)}`,
    verb: describeVerb(entry),
    object: object === null || isActor ? null : object.name || `${object.kind} ${object.id}`,
    href: hasPage && result === 'done' ? `/${object.kind}/${object.id}` : null,
  };
}

/** Names the program that did it with an API token of the user. */
function formatProgram({ details }: AuditEntry): string {
  const program = details?.['through'];
  return typeof program === 'string' ? ` through ${program}` : '';
}

function describeVerb({ action, object, result, details }: AuditEntry): string {
  if (action === 'call.refused') return object ? 'was denied access to' : 'was denied access';
  const verb = VERBS[action];
  if (!verb) return `${result === 'done' ? 'did' : 'could not do'} “${formatActionName(action)}”`;
  if (result === 'refused') return `could not ${verb[1]}`;
  return action === 'session.sign-in' && details?.['newDevice'] === true
    ? `${verb[0]} from a new device`
    : verb[0];
}

export function formatActor({ kind, name }: AuditEntry['actor']): string {
  if (kind === 'user') return name;
  return kind === 'visitor' ? `${name || 'Guest'} (visitor)` : 'Anonymous';
}

/** Formats an action for display: `file.allow-download` becomes `File allow download`. */
export function formatActionName(action: string): string {
  const words = action.replace(/[.-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
