import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseEngine } from './database-engine.ts';
import { createInitialSchema } from './migrations/0001-initial/initial-migration.ts';
import { addSignInLimits } from './migrations/0002-0015/0002-sign-in-limits.ts';
import { addAccountLinks } from './migrations/0002-0015/0003-account-links.ts';
import { createChangeNotifications } from './migrations/0002-0015/0005-change-notifications.ts';
import { retryQuarantinedJobs } from './migrations/0002-0015/0006-retry-quarantined-jobs.ts';
import { addCollaboratorGivers } from './migrations/0002-0015/0007-collaborator-givers.ts';
import { addFilesByOwnerAndSize } from './migrations/0002-0015/0009-files-by-owner-and-size.ts';
import { addEncryptionKeys } from './migrations/0002-0015/0010-encryption-keys.ts';
import { addSessionAssurance } from './migrations/0002-0015/0011a-session-assurance.ts';
import { addSecondFactors } from './migrations/0002-0015/0011b-second-factors.ts';
import { addEvidence } from './migrations/0002-0015/0012-evidence.ts';
import { createRoomGroups } from './migrations/0002-0015/0013-room-groups.ts';
import { addLinks } from './migrations/0002-0015/0015-links.ts';
import { addJobOwners } from './migrations/0017-job-owners.ts';
import { addFileVersions } from './migrations/0018-file-versions.ts';
import { addPasskeys } from './migrations/0019-passkeys.ts';
import { addCompanyLinks } from './migrations/0019b-company-links.ts';
import { addApiTokens } from './migrations/0020-api-tokens.ts';
import { addWebhooks } from './migrations/0020b-webhooks.ts';
import { addRoomPublication } from './migrations/0021-room-publication.ts';
import { addPeopleAndChanges } from './migrations/0022-people-and-changes.ts';
import { addEntryPositions } from './migrations/0023-entry-positions.ts';
import { addImports } from './migrations/0024-imports.ts';
import { addRequests } from './migrations/0024b-requests.ts';
import { addExposureChecks } from './migrations/0025-exposure-checks.ts';
import { addChanges } from './migrations/0026-changes.ts';
import { addTerms } from './migrations/0027-terms.ts';
import { addLinkLimits } from './migrations/0027b-link-limits.ts';
import { addFrozenNumbers } from './migrations/0028-frozen-numbers.ts';
import { addPlaceholders } from './migrations/0028b-placeholders.ts';
import { addRoomManagersAndStates } from './migrations/0029-room-managers-and-states.ts';
import { addRoomRules } from './migrations/0029b-room-rules.ts';
import { addFollowsAndDigests } from './migrations/0030-follows-and-digests.ts';
import { addAlerts } from './migrations/0030b-alerts.ts';
import { addRoomArchives } from './migrations/0031-room-archives.ts';
import { addRoomCopies } from './migrations/0032-room-copies.ts';
import { addRoomTemplates } from './migrations/0033-room-templates.ts';
import { addVirusScans } from './migrations/0034-virus-scans.ts';
import { addArchivedRooms } from './migrations/0036-rooms/0036-archived-rooms.ts';
import { addReadingRules } from './migrations/0036-rooms/0036b-room-rules.ts';
import { addEmergencyAccess } from './migrations/0036-rooms/0036c-emergency-access.ts';
import { addCertificates } from './migrations/0037-evidence/0037b-certificates.ts';
import { addRightsHistory } from './migrations/0037-evidence/rights-history.ts';
import { announceLiveUpdates } from './migrations/0038-live-updates/live-updates.ts';
import { addOcrStates } from './migrations/0039-ocr/0039-ocr.ts';
import { addRoomSynonyms } from './migrations/0041-room-synonyms/0041-room-synonyms.ts';
import { addDraftChanges, addPublicationApproval } from './migrations/0042-drafts/0042-draft-changes.ts';
import { addPersonKeys } from './migrations/0043-persons/0043-person-keys.ts';
import { addErasures } from './migrations/0043-persons/0043b-erasures.ts';
import { addAnalytics } from './migrations/0044-analytics/0044-analytics.ts';
import { addRemovedRefusals } from './migrations/0045-refusals/0045-removed-refusals.ts';
import { addSavedSearches } from './migrations/0047-saved-searches/0047-saved-searches.ts';
import { addGroupRules } from './migrations/0048-group-rules/0048-group-rules.ts';
import { addReports } from './migrations/0048-group-rules/0048b-reports.ts';
import { addAddressRules } from './migrations/0049-links/0049-address-rules.ts';
import { addGroupLinks } from './migrations/0049-links/0049b-group-links.ts';
import { addAnchors } from './migrations/0050-anchors/0050-anchors.ts';
import { addArchiveParts } from './migrations/0050-anchors/0050b-archive-parts.ts';
import { addGroupRights } from './migrations/0051-group-rights/0051-group-rights.ts';
import { addViewAsMembers } from './migrations/0051-group-rights/0051b-view-as-members.ts';
import { addApprovers } from './migrations/0051-group-rights/0051c-approvers.ts';
import { addOwnAnalytics } from './migrations/0051-group-rights/0051d-own-analytics.ts';
import { addServiceAccounts } from './migrations/0052-links/0052-service-accounts.ts';
import { addLinkDevices } from './migrations/0052-links/0052b-link-devices.ts';
import { addWatermarks } from './migrations/0052-links/0052c-watermarks.ts';
import { addVersionsForGroups } from './migrations/0053-record/0053-versions-for-groups.ts';
import { addDraftVersions } from './migrations/0053-record/0053b-draft-versions.ts';
import { addArchiveLinks } from './migrations/0053-record/0053c-archive-links.ts';
import { addRemovedContent } from './migrations/0053-record/0053d-removed-content.ts';
import { addBrand } from './migrations/0056-brand/0056-brand.ts';
import { addRoomWatermarks } from './migrations/0057-rooms/0057-room-watermarks.ts';
import { addSearchWords } from './migrations/0057-rooms/0057b-search-words.ts';
import { addAnnouncedRemovals } from './migrations/0057-rooms/0057c-announced-removals.ts';
import { addUndecidedFindings } from './migrations/0057-rooms/0057d-undecided-findings.ts';
import { addTokenIssuers } from './migrations/0058-service-tokens/0058-token-issuers.ts';
import { addLinkLevels } from './migrations/0061-links/0061-link-levels.ts';
import { addTermsDocuments } from './migrations/0062-terms-and-sessions/0062-terms-documents.ts';
import { addRenewedSessions } from './migrations/0062-terms-and-sessions/0062b-renewed-sessions.ts';
import { addRoomBrands } from './migrations/0063-room-brands/0063-room-brands.ts';
import { addPlaceholderLevels } from './migrations/0064-placeholder-levels/0064-placeholder-levels.ts';
import { addOwnedTotals } from './migrations/0065-owned-totals/0065-owned-totals.ts';
import { addFolderFindings } from './migrations/0066-folder-findings/0066-folder-findings.ts';
import { addExposedVersions } from './migrations/0067-exposed-versions/0067-exposed-versions.ts';
import { addReplacedPlaceholders } from './migrations/0068-replaced-placeholders/0068-replaced-placeholders.ts';
import { addUploadBatches } from './migrations/0069-upload-batches/0069-upload-batches.ts';
import { migrationsFrom0070 } from './migrations/known/known-from-0070.ts';

/** The names are stored in every database and never change. */
export const knownMigrations = (engine: DatabaseEngine): Record<string, Migration> => ({
  '0001-initial': { up: (untyped: Kysely<unknown>) => createInitialSchema(untyped, engine) },
  '0002-sign-in-limits': { up: addSignInLimits },
  '0003-account-links': { up: (untyped: Kysely<unknown>) => addAccountLinks(untyped, engine) },
  '0005-change-notifications': {
    up: (untyped: Kysely<unknown>) => createChangeNotifications(untyped, engine),
  },
  '0006-retry-quarantined-jobs': { up: retryQuarantinedJobs },
  '0007-collaborator-givers': { up: addCollaboratorGivers },
  '0009-files-by-owner-and-size': { up: addFilesByOwnerAndSize },
  '0010-encryption-keys': { up: (untyped: Kysely<unknown>) => addEncryptionKeys(untyped, engine) },
  '0011a-session-assurance': { up: addSessionAssurance },
  '0011b-second-factors': { up: (untyped: Kysely<unknown>) => addSecondFactors(untyped, engine) },
  '0012-evidence': { up: (untyped: Kysely<unknown>) => addEvidence(untyped, engine) },
  '0013-room-groups': { up: (untyped: Kysely<unknown>) => createRoomGroups(untyped, engine) },
  '0015-links': { up: (untyped: Kysely<unknown>) => addLinks(untyped, engine) },
  '0017-job-owners': { up: addJobOwners },
  '0018-file-versions': { up: (untyped: Kysely<unknown>) => addFileVersions(untyped, engine) },
  '0019-passkeys': { up: (untyped: Kysely<unknown>) => addPasskeys(untyped, engine) },
  '0019b-company-links': { up: (untyped: Kysely<unknown>) => addCompanyLinks(untyped, engine) },
  '0020-api-tokens': { up: (untyped: Kysely<unknown>) => addApiTokens(untyped, engine) },
  '0020b-webhooks': { up: (untyped: Kysely<unknown>) => addWebhooks(untyped, engine) },
  '0021-room-publication': { up: (untyped: Kysely<unknown>) => addRoomPublication(untyped, engine) },
  '0022-people-and-changes': { up: addPeopleAndChanges },
  '0023-entry-positions': { up: (untyped: Kysely<unknown>) => addEntryPositions(untyped, engine) },
  '0024-imports': { up: (untyped: Kysely<unknown>) => addImports(untyped, engine) },
  '0024b-requests': { up: (untyped: Kysely<unknown>) => addRequests(untyped, engine) },
  '0025-exposure-checks': { up: (untyped: Kysely<unknown>) => addExposureChecks(untyped, engine) },
  '0026-changes': { up: (untyped: Kysely<unknown>) => addChanges(untyped, engine) },
  '0027-terms': { up: (untyped: Kysely<unknown>) => addTerms(untyped, engine) },
  '0027b-link-limits': { up: addLinkLimits },
  '0028-frozen-numbers': { up: (untyped: Kysely<unknown>) => addFrozenNumbers(untyped, engine) },
  '0028b-placeholders': { up: (untyped: Kysely<unknown>) => addPlaceholders(untyped, engine) },
  '0029-room-managers-and-states': {
    up: (untyped: Kysely<unknown>) => addRoomManagersAndStates(untyped, engine),
  },
  '0029b-room-rules': { up: addRoomRules },
  '0030-follows-and-digests': { up: (untyped: Kysely<unknown>) => addFollowsAndDigests(untyped, engine) },
  '0030b-alerts': { up: (untyped: Kysely<unknown>) => addAlerts(untyped, engine) },
  '0031-room-archives': { up: (untyped: Kysely<unknown>) => addRoomArchives(untyped, engine) },
  '0032-room-copies': { up: (untyped: Kysely<unknown>) => addRoomCopies(untyped, engine) },
  '0033-room-templates': { up: (untyped: Kysely<unknown>) => addRoomTemplates(untyped, engine) },
  '0034-virus-scans': { up: addVirusScans },
  '0036-archived-rooms': { up: addArchivedRooms },
  '0036b-room-rules': { up: (untyped: Kysely<unknown>) => addReadingRules(untyped, engine) },
  '0036c-emergency-access': { up: (untyped: Kysely<unknown>) => addEmergencyAccess(untyped, engine) },
  '0037-rights-history': { up: (untyped: Kysely<unknown>) => addRightsHistory(untyped, engine) },
  '0037b-certificates': { up: (untyped: Kysely<unknown>) => addCertificates(untyped, engine) },
  '0038-live-updates': { up: (untyped: Kysely<unknown>) => announceLiveUpdates(untyped, engine) },
  '0039-ocr': { up: addOcrStates },
  '0041-room-synonyms': { up: (untyped: Kysely<unknown>) => addRoomSynonyms(untyped, engine) },
  '0042-draft-changes': { up: (untyped: Kysely<unknown>) => addDraftChanges(untyped, engine) },
  '0042b-publication-approval': { up: addPublicationApproval },
  '0043-person-keys': { up: (untyped: Kysely<unknown>) => addPersonKeys(untyped, engine) },
  '0043b-erasures': { up: (untyped: Kysely<unknown>) => addErasures(untyped, engine) },
  '0044-analytics': { up: (untyped: Kysely<unknown>) => addAnalytics(untyped, engine) },
  '0045-removed-refusals': { up: (untyped: Kysely<unknown>) => addRemovedRefusals(untyped, engine) },
  '0047-saved-searches': { up: (untyped: Kysely<unknown>) => addSavedSearches(untyped, engine) },
  '0048-group-rules': { up: (untyped: Kysely<unknown>) => addGroupRules(untyped, engine) },
  '0048b-reports': { up: (untyped: Kysely<unknown>) => addReports(untyped, engine) },
  '0049-address-rules': { up: (untyped: Kysely<unknown>) => addAddressRules(untyped, engine) },
  '0049b-group-links': { up: addGroupLinks },
  '0050-anchors': { up: (untyped: Kysely<unknown>) => addAnchors(untyped, engine) },
  '0050b-archive-parts': { up: addArchiveParts },
  '0051-group-rights': { up: (untyped: Kysely<unknown>) => addGroupRights(untyped, engine) },
  '0051b-view-as-members': { up: addViewAsMembers },
  '0051c-approvers': { up: (untyped: Kysely<unknown>) => addApprovers(untyped, engine) },
  '0051d-own-analytics': { up: addOwnAnalytics },
  '0052-service-accounts': { up: addServiceAccounts },
  '0052b-link-devices': { up: (untyped: Kysely<unknown>) => addLinkDevices(untyped, engine) },
  '0052c-watermarks': { up: (untyped: Kysely<unknown>) => addWatermarks(untyped, engine) },
  '0053-versions-for-groups': { up: (untyped: Kysely<unknown>) => addVersionsForGroups(untyped, engine) },
  '0053b-draft-versions': { up: addDraftVersions },
  '0053c-archive-links': { up: addArchiveLinks },
  '0053d-removed-content': { up: addRemovedContent },
  '0056-brand': { up: (untyped: Kysely<unknown>) => addBrand(untyped, engine) },
  '0057-room-watermarks': { up: (untyped: Kysely<unknown>) => addRoomWatermarks(untyped, engine) },
  '0057b-search-words': { up: addSearchWords },
  '0057c-announced-removals': { up: addAnnouncedRemovals },
  '0057d-undecided-findings': { up: addUndecidedFindings },
  '0058-token-issuers': { up: addTokenIssuers },
  '0061-link-levels': { up: (untyped: Kysely<unknown>) => addLinkLevels(untyped, engine) },
  '0062-terms-documents': { up: (untyped: Kysely<unknown>) => addTermsDocuments(untyped, engine) },
  '0062b-renewed-sessions': { up: (untyped: Kysely<unknown>) => addRenewedSessions(untyped, engine) },
  '0063-room-brands': { up: (untyped: Kysely<unknown>) => addRoomBrands(untyped, engine) },
  '0064-placeholder-levels': { up: (untyped: Kysely<unknown>) => addPlaceholderLevels(untyped, engine) },
  '0065-owned-totals': { up: (untyped: Kysely<unknown>) => addOwnedTotals(untyped, engine) },
  '0066-folder-findings': { up: addFolderFindings },
  '0067-exposed-versions': { up: (untyped: Kysely<unknown>) => addExposedVersions(untyped, engine) },
  '0068-replaced-placeholders': { up: addReplacedPlaceholders },
  '0069-upload-batches': { up: (untyped: Kysely<unknown>) => addUploadBatches(untyped, engine) },
  ...migrationsFrom0070(engine),
});
