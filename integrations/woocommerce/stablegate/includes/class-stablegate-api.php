<?php
defined('ABSPATH') || exit;

/** The two things the shop needs of the gateway: an invoice, and proof that a callback is genuine. */
final class Stablegate_Api
{
    /** Older than five minutes: somebody recorded the callback and sends it again. */
    const TOLERANCE_SECONDS = 300;
    const TIMEOUT_SECONDS = 20;
    /** The gateway's secrets have 32 bytes. With an empty or a short one anybody could sign. */
    const KEY_BYTES_MIN = 24;

    /** @return array{trans_id: string, url_payment: string} */
    public static function create_invoice(string $base, string $key, array $invoice): array
    {
        $answer = wp_remote_post(rtrim($base, '/') . '/api/v1/payment/invoice', [
            'timeout' => self::TIMEOUT_SECONDS,
            'headers' => ['X-API-KEY' => $key, 'Content-Type' => 'application/json'],
            'body' => wp_json_encode($invoice),
        ]);
        if (is_wp_error($answer)) throw new RuntimeException($answer->get_error_message());
        $body = json_decode(wp_remote_retrieve_body($answer), true);
        $status = (int) wp_remote_retrieve_response_code($answer);
        if ($status >= 300 || !isset($body['data']['url_payment'], $body['data']['trans_id'])) {
            throw new RuntimeException(($body['code'] ?? "HTTP $status") . ': ' . ($body['message'] ?? 'no answer of the gateway'));
        }
        return $body['data'];
    }

    /** The key of the signatures; null for a secret that cannot be one of the gateway's. */
    public static function callback_key(string $secret): ?string
    {
        if (strpos($secret, 'whsec_') !== 0) return null;
        $key = (string) base64_decode(substr($secret, strlen('whsec_')), true);
        return strlen($key) < self::KEY_BYTES_MIN ? null : $key;
    }

    /** $body exactly as it arrived: the signature covers its bytes. */
    public static function is_genuine(string $secret, array $headers, string $body, int $now): bool
    {
        $id = (string) ($headers['webhook-id'] ?? '');
        $timestamp = (string) ($headers['webhook-timestamp'] ?? '');
        $key = self::callback_key($secret);
        if ($id === '' || $key === null) return false;
        if (!ctype_digit($timestamp) || abs($now - (int) $timestamp) > self::TOLERANCE_SECONDS) return false;
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
        // Two signatures stand there while a secret is being changed; one that fits is enough.
        foreach (explode(' ', (string) ($headers['webhook-signature'] ?? '')) as $signature) {
            if (hash_equals($expected, $signature)) return true;
        }
        return false;
    }
}
